import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildMatcher } from './matcher.ts'
import { mentionsIn } from './mentions.ts'
import { ALONE_SENTENCES } from './own-sentences-alone.test-support.ts'
import { MORE_SENTENCES } from './own-sentences-more.test-support.ts'
import { WRITTEN_SENTENCES } from './own-sentences-written.test-support.ts'
import { FIRST_SENTENCES } from './own-sentences.test-support.ts'

for (const [title, sentences, floor] of [
  ['names that are words, people or places', FIRST_SENTENCES, 0.96],
  ['products compared', MORE_SENTENCES, 0.97],
  ['names as they are written down', WRITTEN_SENTENCES, 0.95],
  ['names that are words, alone in their book', ALONE_SENTENCES, 0.69],
] as const)
  test(`${title}: precision and recall of ${floor} at least`, (context) => {
    const tally = { right: 0, extra: 0, missed: 0 }
    for (const [names, text, named] of sentences) {
      const found = namedIn(text, names)
      const meant = named.map((entered) => entered.split('|')[0] ?? '')
      tally.right += meant.filter((name) => found.has(name)).length
      tally.extra += [...found].filter((name) => !meant.includes(name)).length
      tally.missed += meant.filter((name) => !found.has(name)).length
    }
    const { right, extra, missed } = tally
    context.diagnostic(`${sentences.length} sentences: ${right} right, ${extra} too many, ${missed} missed`)
    assert.ok(right / (right + extra) >= floor && right / (right + missed) >= floor, JSON.stringify(tally))
  })

/** `names`: as a user enters them, aliases behind a bar: `Meta|Facebook`. */
function namedIn(text: string, names: readonly string[]): Set<string> {
  const entities = names.map((entered) => {
    const [name = '', ...aliases] = entered.split('|')
    return { id: name, kind: 'brand' as const, name, aliases, excludedNames: [], domains: [], caseSensitive: false }
  })
  return new Set(mentionsIn(text, buildMatcher(entities)).map(({ entityId }) => entityId))
}
