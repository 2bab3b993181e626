import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentimentLexicon } from '../../reading/text/sentiment-lexicon.ts'
import { CLAIM_SENTENCES, SINGLE_CRITICISMS } from './claim-sentences.test-support.ts'
import { recurringClaims } from './claims.ts'
import { aCriticism } from './examples.test-support.ts'

test('of sixty criticisms in twenty claims, among others that recur nowhere, what is grouped belongs together', (context) => {
  const labelled = [
    ...Object.entries(CLAIM_SENTENCES).flatMap(([claim, texts]) => texts.map((text) => ({ claim, text }))),
    ...SINGLE_CRITICISMS.map((text) => ({ claim: text, text })),
  ]
  const parts = labelled.map(({ text }, at) => aCriticism(`ans_${String(at).padStart(3, '0')}`, `p${at % 7}`, text))
  const claimOf = new Map(parts.map(({ answerId }, at) => [answerId, labelled[at]!.claim]))
  const groups = recurringClaims(parts, ['Fernhold'], () => false, sentimentLexicon(), 100).map(({ criticism }) =>
    criticism.map(({ answerId }) => claimOf.get(answerId)!),
  )
  const pairs = groups.flatMap((claims) =>
    claims.flatMap((one, at) => claims.slice(at + 1).map((other) => one === other)),
  )
  const right = pairs.filter(Boolean).length
  const whole = Object.keys(CLAIM_SENTENCES).filter((claim) =>
    groups.some((claims) => claims.filter((one) => one === claim).length === 3),
  ).length
  context.diagnostic(
    `${right} of ${pairs.length} grouped pairs right, ${right} of 60 pairs found, ${whole} of 20 claims whole`,
  )
  assert.ok(right / pairs.length >= 0.95, 'precision')
  assert.ok(right / 60 >= 0.55, 'recall')
})
