import { DETECTION_CASES } from '../../packages/server/src/engine/reading/names/detection-cases.test-support.ts'
import { DETECTION_LINES } from '../../packages/server/src/engine/reading/names/detection-lines.test-support.ts'
import { MORE_SENTENCES } from '../../packages/server/src/engine/reading/names/own-sentences-more.test-support.ts'
import { WRITTEN_SENTENCES } from '../../packages/server/src/engine/reading/names/own-sentences-written.test-support.ts'
import { FOREIGN_ANSWERS } from '../../packages/server/src/engine/reading/names/own-answers-languages.test-support.ts'
import { labelledAnswer } from '../../packages/server/src/engine/reading/names/own-answers-labelled.test-support.ts'
import { ENGLISH_ANSWERS } from '../../packages/server/src/engine/reading/names/own-answers.test-support.ts'
import { FIRST_SENTENCES } from '../../packages/server/src/engine/reading/names/own-sentences.test-support.ts'
import type { Brand, Line } from './labels.ts'

/** Answers of our own writing; those with the same names make a group. */
export const ownAnswers = {
  english: ENGLISH_ANSWERS.map((answer): Line => ({ ...labelledAnswer(answer), prompt_id: `names ${answer.names}` })),
  foreign: FOREIGN_ANSWERS.map((answer): Line => ({ ...labelledAnswer(answer), prompt_id: `names ${answer.names}` })),
}

/** Sentences that rules were made from before. */
export function ownSentences(): Line[] {
  const marked = [...DETECTION_CASES, ...DETECTION_LINES].map(({ names, text }, at) =>
    fromMarks(`marked ${at}`, brandsOf(names.split('; '), '='), text),
  )
  const sentences = [...FIRST_SENTENCES, ...MORE_SENTENCES, ...WRITTEN_SENTENCES].map(
    ([names, text, named], at): Line => {
      const brands = brandsOf(names, '|')
      const meant = new Set(brandsOf(named, '|').map(({ name }) => name))
      return {
        id: `sentence ${at}`,
        text,
        brands,
        labels: brands.map(({ name }) => ({ brand: name, mentioned: meant.has(name), mentions: null })),
      }
    },
  )
  return [...marked, ...sentences]
}

/** The same names make a group: their texts resemble each other. */
function fromMarks(id: string, brands: Brand[], marked: string): Line {
  const spans: { start: number; end: number }[] = []
  let text = ''
  for (const piece of marked.split('⟦')) {
    const close = piece.indexOf('⟧')
    if (close >= 0) spans.push({ start: text.length, end: text.length + close })
    text += piece.replace('⟧', '')
  }
  // A mark is of whichever name is written there.
  const labels = brands.map(({ name }) => ({ brand: name, mentioned: true, mentions: spans }))
  return { id, prompt_id: `names ${brands.map(({ name }) => name).join(' ')}`, text, brands, labels }
}

function brandsOf(entered: readonly string[], separator: string): Brand[] {
  return entered.map((names) => {
    const [name = '', ...aliases] = names.split(separator)
    return { name, aliases, domains: [] }
  })
}
