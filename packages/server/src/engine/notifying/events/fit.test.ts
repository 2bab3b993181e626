import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sightlineEvent, type SightlineEvent } from '@sightline/sdk'
import { assert as check, array, integer, property, string } from 'fast-check'
import { BODY_MAX_BYTES, fitEvent } from './fit.ts'

const frame = {
  id: 'evt_01kabcdefghjkmnpqrstvwxyz0',
  timestamp: '2026-11-20T08:00:00.000Z',
  apiVersion: 'v1' as const,
  sequence: 7,
}
const brandId = 'brd_01kabcdefghjkmnpqrstvwxyz0'

const recommendation = (title: string): SightlineEvent => ({
  ...frame,
  type: 'recommendation.new',
  data: {
    brandId,
    recommendationId: 'rec_01kabcdefghjkmnpqrstvwxyz0',
    kind: 'source_gap',
    title,
    effort: 'low',
    estimatedLift: 4,
    liftRange: [1, 9],
    window: '28d',
    answers: 100,
    simulated: false,
  },
})

const scoreChanged = (slugs: string[]): SightlineEvent => ({
  ...frame,
  type: 'score.changed',
  data: {
    brandId,
    previous: 60,
    current: 65,
    delta: 5,
    window: '7d',
    interval: null,
    significant: true,
    platformWide: false,
    answers: 100,
    threshold: 5,
    platforms: slugs.map((slug) => ({ slug, previous: 1, current: 2 })),
    simulated: false,
  },
})

const bytes = (event: SightlineEvent): number => Buffer.byteLength(JSON.stringify(event))

test('W31 an event is never larger than 20 kB, whatever is in it, and keeps its shape', () => {
  const texts = string({ unit: 'binary', minLength: 0, maxLength: 40 })
  check(
    property(texts, integer({ min: 1, max: 30_000 }), (text, times) => {
      const fitted = fitEvent(recommendation(text.repeat(times)))
      return bytes(fitted) <= BODY_MAX_BYTES && sightlineEvent.safeParse(fitted).success
    }),
    { numRuns: 60 },
  )
  check(
    property(array(texts, { maxLength: 3_000 }), (slugs) => {
      const fitted = fitEvent(scoreChanged(slugs))
      return bytes(fitted) <= BODY_MAX_BYTES && sightlineEvent.safeParse(fitted).success
    }),
    { numRuns: 40 },
  )
})

test('W31 a text that was cut ends with an ellipsis, and no character is cut in two', () => {
  const { data } = fitEvent(recommendation('😀'.repeat(9_000)))
  assert.ok('title' in data)
  assert.equal(data.title, `${'😀'.repeat(999)}…`)
})

test('an event that fits is left as it is', () => {
  const event = recommendation('x'.repeat(19_000))
  assert.equal(fitEvent(event), event)
})
