import { z } from 'zod'
import { id } from '../ids.ts'
import { instant, interval } from './common.ts'
import { partOfPoints, points } from './measured.ts'

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
  name: z.string(),
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
  fingerprint: z.string().meta({ description: 'The same for one ongoing situation, which is told once.' }),
  answerIds: z.array(id('answer')).max(5).meta({ description: 'Some of the answers behind it, newest first.' }),
  simulated: z.boolean(),
})

export const efforts = ['low', 'medium', 'high'] as const

export const recommendationNew = z.object({
  brandId: id('brand'),
  recommendationId: id('recommendation'),
  kind: z.string().meta({ description: 'Which detector found it, for example source_gap.' }),
  title: z.string(),
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
