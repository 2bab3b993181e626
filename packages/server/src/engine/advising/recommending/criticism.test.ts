import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buildMatcher, type EntityNames } from '../../reading/names/matcher.ts'
import { sentimentLexicon } from '../../reading/text/sentiment-lexicon.ts'
import { recurringClaims } from './claims.ts'
import { criticalParts } from './criticism.ts'
import { aCriticism } from './examples.test-support.ts'

const entity = (id: string, name: string, kind: EntityNames['kind']): EntityNames => ({
  id,
  name,
  kind,
  aliases: [],
  excludedNames: [],
  domains: [],
  caseSensitive: false,
})
const matcher = buildMatcher([entity('brand', 'Fernhold', 'brand'), entity('quorvane', 'Quorvane', 'competitor')])
const partsOf = (text: string): string[] => criticalParts(text, matcher, 'brand').map((part) => part.text)

describe('what an answer criticises', () => {
  test('is the thought that blames, not the praise beside it', () => {
    assert.deepEqual(partsOf('Fernhold has excellent boards, but support is slow to reply.'), [
      'support is slow to reply',
    ])
  })

  test('is what is said of the brand, not of a rival', () => {
    assert.deepEqual(partsOf('1. **Quorvane** – expensive and buggy.\n2. **Fernhold** – an excellent choice.'), [])
    assert.deepEqual(partsOf('1. **Quorvane** – excellent.\n2. **Fernhold** – the reports are limited.').length, 1)
  })

  test('stands where the text says it', () => {
    const text = 'Fernhold is reliable. However, Fernhold is overpriced.'
    for (const { start, end, text: part } of criticalParts(text, matcher, 'brand'))
      assert.equal(text.slice(start, end).trim(), part)
    assert.equal(partsOf(text).length, 1)
  })
})

describe('criticism that recurs', () => {
  const names = ['Fernhold', 'Quorvane']
  const claims = (...parts: [answer: string, prompt: string, text: string][]) =>
    recurringClaims(
      parts.map(([answer, prompt, text]) => aCriticism(answer, prompt, text)),
      names,
      () => false,
      sentimentLexicon(),
    )

  test('is found by the words that its writings share, whatever stands around them', () => {
    const [claim, ...rest] = claims(
      ['ans_1', 'p1', 'Users complain that support is slow at weekends'],
      ['ans_2', 'p2', 'Slow support spoils it'],
      ['ans_3', 'p2', 'the support team is slow'],
      ['ans_4', 'p3', 'the mobile app lags'],
    )
    assert.equal(claim?.key, 'slow support')
    assert.equal(claim?.words, 'support slow')
    assert.equal(claim?.criticism.length, 3)
    assert.deepEqual(rest, [])
  })

  test('takes three answers, to two questions or on two platforms', () => {
    const twice: [string, string, string][] = [
      ['ans_1', 'p1', 'slow support'],
      ['ans_2', 'p2', 'slow support'],
    ]
    assert.deepEqual(claims(...twice), [])
    assert.deepEqual(claims(...twice, ['ans_2', 'p2', 'slow support again']), [], 'one answer counts once')
    assert.equal(claims(...twice, ['ans_3', 'p2', 'slow support']).length, 1)
    const onePrompt = claims(
      ...['ans_1', 'ans_2', 'ans_3'].map((id): [string, string, string] => [id, 'p1', 'slow support']),
    )
    assert.deepEqual(onePrompt, [], 'one question on one platform may be one page’s words')
  })

  test('names and words without a thought of their own are no claim', () => {
    const filler = ['ans_1', 'ans_2', 'ans_3'].map((id, at): [string, string, string] => [
      id,
      `p${at}`,
      'Fernhold has not been very much',
    ])
    assert.deepEqual(claims(...filler), [])
  })

  test('a claim that is known keeps its identity beside others just as common', () => {
    const parts = ['ans_1', 'ans_2', 'ans_3'].map((id, at) => aCriticism(id, `p${at}`, 'steep learning curve'))
    const keyed = (known: string) =>
      recurringClaims(parts, names, (key) => key === known, sentimentLexicon()).map(({ key }) => key)
    assert.deepEqual(keyed(''), ['learning steep'])
    assert.deepEqual(keyed('curve learning'), ['curve learning'])
  })
})
