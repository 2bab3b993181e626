import { citedSources, citesOf, plain } from '../answer.ts'
import type { LabAnswer, Block, Item, Sentence, Source } from '../answer.ts'
import { hashText } from '../random.ts'
import type { JsonObject } from './wire.ts'

/** Whose habits: Copilot leaves a citation's number in the prose and gives headings a level. */
type Habit = 'google' | 'copilot'

/** SerpApi's `text_blocks`. The positions in `Answer.sources` are the positions in `references`. */
export const textBlocks = (blocks: readonly Block[], habit: Habit): JsonObject[] =>
  blocks.map((block) => textBlock(block, habit))

const textBlock = (block: Block, habit: Habit): JsonObject => {
  switch (block.kind) {
    case 'paragraph':
      return {
        type: 'paragraph',
        snippet: joined(block.sentences),
        ...bold(block.sentences),
        ...pointers(citesOf(block)),
      }
    case 'heading':
      return { type: 'heading', snippet: block.text, ...(habit === 'copilot' ? { level: block.level } : {}) }
    case 'list':
      return { type: 'list', list: block.items.map((item) => listItem(item, habit)) }
    case 'table':
      return table(block, habit)
  }
}

const listItem = ({ sentences, points }: Item, habit: Habit): JsonObject => {
  const cites = sentences.flatMap((sentence) => sentence.cites)
  return {
    snippet: joined(sentences) + (habit === 'copilot' && cites.length > 0 ? ' 1' : ''),
    ...(points.length > 0 ? { list: points.map((snippet) => ({ snippet })) } : {}),
    ...pointers(cites),
  }
}

/** Google puts the header into the first row, Copilot apart. */
const table = ({ header, rows }: Extract<Block, { kind: 'table' }>, habit: Habit): JsonObject => {
  const cells = rows.map((row) => row.cells.map(plain))
  const keys = header.map((title) => title.toLowerCase().replaceAll(' ', '_'))
  const formatted = cells.map((row) => Object.fromEntries(keys.map((key, index) => [key, row[index]])))
  const cites = pointers(rows.flatMap((row) => row.cites))
  if (habit === 'copilot') return { type: 'table', table: cells, headers: header, formatted, ...cites }
  const all = [header, ...cells]
  return {
    type: 'table',
    table: all,
    detailed: all.map((row) => row.map((snippet) => ({ snippet }))),
    formatted,
    ...cites,
  }
}

const joined = (sentences: readonly Sentence[]): string => plain(sentences.map(({ text }) => text).join(' '))

const bold = (sentences: readonly Sentence[]): JsonObject => {
  const words = sentences.flatMap(({ text }) => [...text.matchAll(/\*\*(.+?)\*\*/g)].map((match) => match[1]))
  return words.length === 0 ? {} : { snippet_highlighted_words: words }
}

const pointers = (cites: readonly number[]): JsonObject =>
  cites.length === 0 ? {} : { reference_indexes: [...new Set(cites)] }

/** Every page shown, in the order of `Answer.sources`; those that no block points at are only listed. */
export const references = (answer: LabAnswer): JsonObject[] => {
  const cited = new Set(citedSources(answer))
  return answer.sources.map((source, index) => ({
    index,
    title: source.title,
    link: cited.has(index) ? wrapped(source) : source.url,
    snippet: source.snippet,
    source: source.site,
  }))
}

/** Some links come wrapped in a translation, some with a shopping parameter, as they do in life. */
const wrapped = ({ url }: Source): string => {
  const habit = hashText(url) % 10
  if (habit === 0) return `https://translate.google.com/translate?u=${url}&hl=en&sl=en&tl=en&client=sge`
  if (habit === 1) return `${url}?srsltid=simulated${hashText(url)}`
  return url
}
