import { competitorMoves, efforts, newId, sightlineEvent, type SightlineEvent } from '@sightline/sdk'
import * as fc from 'fast-check'

/** Names and titles as people and platforms might bring them, to do harm or by accident. */
const nasty = [
  '<!channel> <!here> <!everyone>',
  '@everyone @here @channel @all',
  '<@U012AB3CD> <#C123> <!subteam^S1|x>',
  '<https://evil.example|Your bank>',
  '[Your bank](https://evil.example) ![x](https://evil.example/x.png)',
  'https://evil.example/?a=b&c=d',
  '**bold** __under__ ~~gone~~ ||spoiler|| `code` ```block```',
  '> quote\n# heading\n- list\n1. list',
  '</b><a href="https://evil.example">x</a><script>alert(1)</script>',
  '<users/all> <users/123>',
  '<at>everyone</at> {{DATE(2026-01-01T00:00:00Z)}} ${exec} @{variables(1)}',
  '&lt;b&gt; &amp;amp; &#60; &nbsp;',
  '\\ \\\\ \\* \\<',
  '\u202Eevil\u202C \u200B\u2066x\u2069 \u0000\u0007\u001b[31m',
  '\ud800 half \udc00',
  '👩‍👩‍👧‍👦🇳🇱 नमस्ते שלום 日本語',
  '"quotes" \'single\' \u2028line\u2029',
  '',
  '   ',
  '&'.repeat(400),
  '*'.repeat(400),
  '𝕏'.repeat(400),
  '"'.repeat(400),
  '<b>'.repeat(3_000),
]

export const hostileText = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.string({ unit: fc.constantFrom(...Array.from('\\`*_~|<>&[](){}#@!:"\'/-+=.$% \n\ta')), maxLength: 600 }),
  fc.tuple(fc.constantFrom(...nasty), fc.constantFrom(...nasty)).map((two) => two.join('')),
)

const points = fc.integer({ min: 0, max: 100 })
const part = fc.double({ min: -100, max: 100, noNaN: true })
const atMs = fc.integer({ min: 0, max: 4e12 })
const measured = {
  delta: part,
  window: fc.constantFrom('7d', '365d', '<b>7d'),
  interval: fc.option(fc.tuple(part, part).map((two) => [...two])),
  significant: fc.boolean(),
  platformWide: fc.boolean(),
  answers: fc.nat(),
  simulated: fc.boolean(),
}
const brandId = newId('brand', 0)

const contents = fc.oneof(
  fc.record({
    type: fc.constant('score.changed' as const),
    data: fc.record({
      brandId: fc.constant(brandId),
      previous: points,
      current: points,
      ...measured,
      threshold: points,
      platforms: fc.array(fc.record({ slug: hostileText, previous: fc.option(points), current: fc.option(points) }), {
        maxLength: 40,
      }),
    }),
  }),
  fc.record({
    type: fc.constant('competitor.alert' as const),
    data: fc.record({
      brandId: fc.constant(brandId),
      competitorId: fc.option(fc.constant(newId('competitor', 0))),
      name: hostileText,
      move: fc.constantFrom(...competitorMoves),
      measure: fc.constantFrom('score' as const, 'share_of_voice' as const, 'answers' as const),
      previous: fc.double({ min: 0, max: 1e6, noNaN: true }),
      current: fc.double({ min: 0, max: 1e6, noNaN: true }),
      ...measured,
      brandScore: fc.option(points),
      fingerprint: hostileText,
      answerIds: fc.constant([newId('answer', 0)]),
    }),
  }),
  fc.record({
    type: fc.constant('recommendation.new' as const),
    data: fc.record({
      brandId: fc.constant(brandId),
      recommendationId: fc.constant(newId('recommendation', 0)),
      kind: hostileText,
      title: hostileText,
      effort: fc.constantFrom(...efforts),
      estimatedLift: points,
      liftRange: fc.tuple(part, part).map((two) => [...two]),
      window: measured.window,
      answers: measured.answers,
      simulated: measured.simulated,
    }),
  }),
)

/** Any event that its schema allows, with the worst texts in it. */
export const hostileEvent: fc.Arbitrary<SightlineEvent> = fc.tuple(contents, atMs).map(([content, at]) =>
  sightlineEvent.parse({
    id: newId('event', at, new Uint8Array(10)),
    timestamp: new Date(at).toISOString(),
    apiVersion: 'v1',
    sequence: 1,
    ...content,
  }),
)

/** One of each kind, as a quiet week brings them. */
export const plainEvents = {
  scoreChanged: eventWith('score.changed', {
    brandId,
    previous: 66,
    current: 71,
    delta: 5.2,
    window: '7d',
    interval: [68, 74.25],
    significant: true,
    platformWide: false,
    answers: 412,
    threshold: 5,
    platforms: [
      { slug: 'chatgpt', previous: 60, current: 70 },
      { slug: 'our-own-bot', previous: null, current: 3 },
    ],
    simulated: false,
  }),
  competitorAlert: eventWith('competitor.alert', {
    brandId,
    competitorId: newId('competitor', 0),
    name: 'Quorvane',
    move: 'overtook',
    measure: 'score',
    previous: 64,
    current: 72,
    delta: 8,
    window: '7d',
    interval: null,
    significant: false,
    platformWide: true,
    answers: 380,
    brandScore: 70,
    fingerprint: 'f',
    answerIds: [],
    simulated: true,
  }),
  recommendationNew: eventWith('recommendation.new', {
    brandId,
    recommendationId: newId('recommendation', 0),
    kind: 'source_gap',
    title: 'Get listed on g2.example: it is cited in 14 answers that name Quorvane',
    effort: 'low',
    estimatedLift: 4,
    liftRange: [2.5, 6],
    window: '7d',
    answers: 301,
    simulated: false,
  }),
}

function eventWith(type: SightlineEvent['type'], data: unknown): SightlineEvent {
  return sightlineEvent.parse({
    id: newId('event', 0, new Uint8Array(10)),
    type,
    timestamp: '2026-11-20T08:00:00.000Z',
    apiVersion: 'v1',
    sequence: 7,
    data,
  })
}
