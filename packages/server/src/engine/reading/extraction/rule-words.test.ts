import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentimentRuleOf } from './rule-words.ts'

test('the rule of a sentiment is the one that made it', () => {
  const rules = [
    [0, 0],
    [0.5, 0.5],
    [2, 0.5],
    [4, 1],
    [2, 1],
    [1, 2],
    [1, 3],
    [0, 1],
  ].map(([praise = 0, blame = 0]) => sentimentRuleOf({ praise, blame }).rule)
  assert.deepEqual(rules, ['no_words', 'faint', 'praise', 'praise', 'both', 'both', 'blame', 'blame'])
})
