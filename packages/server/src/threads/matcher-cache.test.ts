import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildMatcher, type EntityNames } from '../engine/reading/names/matcher.ts'
import { createMatcherCache } from './matcher-cache.ts'

const named = (name: string, aliases: string[] = []): EntityNames[] => [
  { id: 'brand', kind: 'brand', name, aliases, excludedNames: [], domains: [], caseSensitive: false },
]

test('as many matchers are kept as there is room for, those asked for last; any other name, alias or exclusion has another matcher', () => {
  let made = 0
  const matcherOf = createMatcherCache({
    max: 2,
    build: (entities) => {
      made++
      return buildMatcher(entities)
    },
  })
  const first = matcherOf(named('Fernhold'))
  assert.equal(matcherOf(named('Fernhold')), first)
  assert.notEqual(matcherOf(named('Fernhold', ['Fern'])), first)
  assert.equal(matcherOf(named('Fernhold')), first)
  matcherOf(named('Quorvane'))
  assert.equal(made, 3)
  assert.equal(matcherOf(named('Fernhold')), first, 'asked for after the one with the alias')
  matcherOf(named('Fernhold', ['Fern']))
  assert.equal(made, 4, 'which had to make room')
})
