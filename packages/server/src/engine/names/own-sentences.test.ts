import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildBook } from './book.ts'
import { mentionsIn } from './mentions.ts'
import { MORE_SENTENCES } from './own-sentences-more.test-support.ts'
import { FIRST_SENTENCES } from './own-sentences.test-support.ts'

for (const [title, sentences] of [
  ['names that are words, people or places', FIRST_SENTENCES],
  ['products compared', MORE_SENTENCES],
] as const)
  test(`${title}: precision and recall of 0.97 at least`, (context) => {
    const tally = { right: 0, extra: 0, missed: 0 }
    for (const [names, text, named] of sentences) {
      const found = namedIn(text, names)
      tally.right += named.filter((name) => found.has(name)).length
      tally.extra += [...found].filter((name) => !named.includes(name)).length
      tally.missed += named.filter((name) => !found.has(name)).length
    }
    const { right, extra, missed } = tally
    context.diagnostic(`${sentences.length} sentences: ${right} right, ${extra} too many, ${missed} missed`)
    assert.ok(right / (right + extra) >= 0.97 && right / (right + missed) >= 0.97, JSON.stringify(tally))
  })

/** `names`: as a user enters them, aliases behind a bar: `Meta|Facebook`. */
function namedIn(text: string, names: readonly string[]): Set<string> {
  const entities = names.map((entered) => {
    const [name = '', ...aliases] = entered.split('|')
    return { id: name, kind: 'brand' as const, name, aliases, excludedNames: [], domains: [], caseSensitive: false }
  })
  return new Set(mentionsIn(text, buildBook(entities)).map(({ entityId }) => entityId))
}
