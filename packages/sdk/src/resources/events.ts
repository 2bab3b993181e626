import { z } from 'zod'
import { get } from '../define.ts'
import { id } from '../ids.ts'
import { askedInstant, cursor, instant, interval, limit, page, wholeNumber, untrusted } from './common.ts'
import { beyondRivals, partOfPoints, points } from './measured.ts'
import { eventType } from './webhooks.ts'

/** Facts of a change that let its reader judge it: beside every event about a number. */
const measuredChange = {
  delta: partOfPoints.meta({ description: 'In points, one decimal, from the unrounded values.' }),
  window: z.string().meta({ example: '7d' }),
  interval: interval.meta({ description: '95 % interval of `current`, in points. null: too few prompts to give one.' }),
  significant: z
    .boolean()
    .meta({ description: 'Whether the 95 % interval of the change over the window leaves out 0.' }),
  platformWide: z.boolean().meta({
    description:
      'Whether the platforms moved everyone: over the window the other tracked names together went the same way, at least half as far.',
  }),
  answers: z.int().min(0).meta({ description: 'Valid answers behind `current`.' }),
}

/** A webhook delivers it relative to what its subscription was told last; `GET /events` relative to the event before. */
export const scoreChanged = z.object({
  brandId: id('brand'),
  previous: points,
  current: points,
  ...measuredChange,
  /** Not in events that are older than it. */
  beyondRivals: beyondRivals.optional(),
  threshold: z
    .number()
    .min(0)
    .max(100)
    .meta({ description: 'Of the subscription it was delivered to; 0 in GET /events.' }),
  platforms: z.array(z.object({ slug: z.string(), previous: points.nullable(), current: points.nullable() })),
  simulated: z.boolean(),
})

export const competitorMoves = ['score_moved', 'sov_moved', 'overtook', 'fell_behind', 'new_entrant'] as const
export type CompetitorMove = (typeof competitorMoves)[number]

export const competitorAlert = z.object({
  brandId: id('brand'),
  competitorId: id('competitor').nullable().meta({ description: 'null: a name that is not tracked (new_entrant).' }),
  name: untrusted.meta({ description: 'Of new_entrant as the answers write it.' }),
  move: z.enum(competitorMoves).meta({
    description:
      'overtook: the competitor now stands above the brand; fell_behind: it now stands below. Told after two windows in a row.',
  }),
  measure: z
    .enum(['score', 'share_of_voice', 'answers'])
    .meta({ description: 'What previous, current and delta are of.' }),
  previous: z.number().min(0),
  current: z.number().min(0),
  ...measuredChange,
  delta: z.number().meta({ description: 'In points, one decimal; for new_entrant: answers that name it.' }),
  brandScore: points.nullable().meta({ description: 'The brand’s own score in the same window.' }),
  fingerprint: untrusted.meta({ description: 'The same for one ongoing situation, which is told once.' }),
  answerIds: z.array(id('answer')).max(5).meta({ description: 'Some of the answers behind it, newest first.' }),
  simulated: z.boolean(),
})

export const efforts = ['low', 'medium', 'high'] as const

export const recommendationNew = z.object({
  brandId: id('brand'),
  recommendationId: id('recommendation'),
  kind: z.string().meta({ description: 'Which detector found it, for example source_gap.' }),
  title: untrusted,
  effort: z.enum(efforts),
  estimatedLift: points.meta({ description: 'Whole points of composite.' }),
  liftRange: z.array(z.number()).length(2).meta({ description: 'Lower and upper end of the lift, in points.' }),
  window: z.string().meta({ example: '7d' }),
  answers: z.int().min(0).meta({ description: 'Valid answers behind the advice.' }),
  simulated: z.boolean(),
})

const event = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    id: id('event'),
    type: z.literal(type),
    timestamp: instant,
    apiVersion: z.literal('v1'),
    sequence: z.int().min(1).meta({ description: 'Counts a brand’s events: deliveries may arrive in another order.' }),
    test: z
      .literal(true)
      .optional()
      .meta({ description: 'Only in what POST /webhooks/{id}/test sends: nothing happened.' }),
    data,
  })

/** What a webhook delivers and `GET /events` lists: the same object. */
export const sightlineEvent = z.discriminatedUnion('type', [
  event('score.changed', scoreChanged),
  event('recommendation.new', recommendationNew),
  event('competitor.alert', competitorAlert),
])
export type SightlineEvent = z.output<typeof sightlineEvent>
/** An event before it has an id and a place in its brand's sequence. */
export type EventContent = {
  [Type in SightlineEvent['type']]: { type: Type; data: Extract<SightlineEvent, { type: Type }>['data'] }
}[SightlineEvent['type']]

export const eventOperations = {
  listEvents: get({
    id: 'listEvents',
    path: '/events',
    tag: 'Events',
    summary: 'List what happened, newest first',
    description:
      'The objects that webhooks deliver, kept for good: to catch up after an outage, or as a sample. Here a change of score is relative to the event before; in a delivery, to what that webhook was told last. Whoever walks with `since` from the newest timestamp seen misses nothing.',
    scope: 'events:read',
    query: z.strictObject({
      type: eventType.optional(),
      brandId: id('brand').optional(),
      since: askedInstant.optional().meta({ description: 'Only what happened at this instant or later.' }),
      limit,
      cursor,
    }),
    output: page(sightlineEvent),
    errors: ['resource_not_found', 'invalid_cursor'],
  }),
  getAlertDigest: get({
    id: 'getAlertDigest',
    path: '/alerts/digest',
    tag: 'Events',
    summary: 'Get the real-time alert digest',
    description:
      'What happened in the last hours, events of one brand and kind that follow each other within an hour as one burst. On the Agency plan.',
    scope: 'events:read',
    query: z.strictObject({
      hours: wholeNumber({ max: 168, initial: 24 }).meta({ description: 'How far back, 1–168.' }),
      brandId: id('brand').optional(),
    }),
    output: z.object({
      from: instant,
      to: instant,
      events: z.int().min(0),
      bursts: z.array(
        z.object({
          brandId: id('brand'),
          brandName: z.string(),
          type: eventType,
          from: instant.meta({ description: 'Of its first event.' }),
          to: instant.meta({ description: 'Of its last event.' }),
          events: z.int().min(1),
          significant: z.int().min(0).meta({ description: 'Events of it that chance does not explain.' }),
          net: partOfPoints
            .nullable()
            .meta({ description: 'From before the first to after the last, in points. null: no change of score.' }),
          latest: sightlineEvent,
          eventIds: z.array(id('event')).max(100).meta({ description: 'Newest first; the first 100.' }),
        }),
      ),
      isComplete: z.boolean().meta({ description: 'false: more than 2,000 events; the newest are told.' }),
    }),
    errors: ['plan_feature_unavailable', 'resource_not_found'],
  }),
}
