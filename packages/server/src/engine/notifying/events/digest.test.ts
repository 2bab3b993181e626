import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SightlineEvent } from '@sightline/sdk'
import { burstsOf } from './digest.ts'
import { sampleContent } from './sample.ts'

const acme = 'brd_01kabcdefghjkmnpqrstvwxyz0'
const zeta = 'brd_01kabcdefghjkmnpqrstvwxyz1'

function event(at: string, type: SightlineEvent['type'], brandId = acme, change: object = {}): SightlineEvent {
  const content = sampleContent(type, { brandId, competitorId: 'c', recommendationId: 'r', threshold: 0 })
  const frame = { id: `evt_${at}`, timestamp: `2026-11-20T${at}:00.000Z`, apiVersion: 'v1' as const, sequence: 1 }
  return { ...frame, ...content, data: { ...content.data, ...change } } as SightlineEvent
}
const told = (events: SightlineEvent[]): string[] =>
  burstsOf(events).map(({ brandId, type, from, to, events }) => {
    const span = [from, to].map((instant) => instant.slice(11, 16)).join('–')
    return `${brandId === acme ? 'acme' : 'zeta'} ${type} ${span} ${events}`
  })

test('events of one brand and kind within an hour of each other are one burst; a longer silence begins another', () => {
  const score = 'score.changed' as const
  assert.deepEqual(told([event('12:00', score), event('11:00', score), event('10:00', score), event('08:59', score)]), [
    'acme score.changed 10:00–12:00 3',
    'acme score.changed 08:59–08:59 1',
  ])
})

test('brands and kinds are apart, whatever came between; the burst that went on last is first', () => {
  const events = [
    event('12:00', 'competitor.alert', zeta),
    event('11:50', 'score.changed'),
    event('11:40', 'competitor.alert'),
    event('11:30', 'competitor.alert', zeta),
    event('11:20', 'competitor.alert'),
  ]
  assert.deepEqual(told(events), [
    'zeta competitor.alert 11:30–12:00 2',
    'acme score.changed 11:50–11:50 1',
    'acme competitor.alert 11:20–11:40 2',
  ])
})

test('a burst of scores tells its whole way and how much of it is significant; other kinds have no way', () => {
  const [burst] = burstsOf([
    event('10:02', 'score.changed', acme, { delta: -1.1, significant: false }),
    event('10:01', 'score.changed', acme, { delta: 4.2, significant: true }),
    event('10:00', 'score.changed', acme, { delta: 0.1, significant: false }),
  ])
  assert.deepEqual([burst?.net, burst?.significant, burst?.latest.id], [3.2, 1, 'evt_10:02'])
  const [advice] = burstsOf([event('10:00', 'recommendation.new')])
  assert.deepEqual([advice?.net, advice?.significant], [null, 1])
})

test('nothing happened: no burst', () => {
  assert.deepEqual(burstsOf([]), [])
})

test('of a very long burst the newest hundred ids are told, and all are counted', () => {
  const events = Array.from({ length: 150 }, (_, index) => ({ ...event('10:00', 'score.changed'), id: `evt_${index}` }))
  const [burst] = burstsOf(events)
  assert.deepEqual([burst?.events, burst?.eventIds.length, burst?.eventIds[0]], [150, 100, 'evt_0'])
})
