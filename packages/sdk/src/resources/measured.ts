import { z } from 'zod'
import { id } from '../ids.ts'
import { day, interval, sample } from './common.ts'

/** What a score in points looks like wherever one is given. */
export const points = z.int().min(0).max(100)

/** A summand, or a score with its decimals: hundredths of a point. */
export const partOfPoints = z.number().min(-100).max(100)

/** When a score is called provisional. */
export const PROVISIONAL =
  'Fewer than 5 prompts or 30 valid answers, no platform with 5 prompts and 10 valid answers, or an interval wider than 30 points.'

const simulated = z
  .boolean()
  .meta({ description: 'Whether simulated answers stand behind it: then it measures nothing real.' })

/** Beside every measurement: whose it is, how far it reaches, by which definitions. */
export const standing = {
  brandId: id('brand'),
  asOf: day.meta({ description: 'Last day with answers.' }),
  scoringVersion: z.int().min(1),
  simulated,
}

/** The days something was measured over, both inclusive. */
export const span = { from: day, to: day }

/** A score with what belongs beside it. */
export const spanScore = {
  score: points,
  interval,
  sample,
  provisional: z.boolean().meta({ description: PROVISIONAL }),
  simulated,
}

export const platformFilter = z.string().nullable().meta({ description: 'null: all platforms.' })
export const topicFilter = z.string().nullable().meta({ description: 'null: all topics.' })

export const topic = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .meta({ description: 'Only prompts of this topic; one that no prompt of the panel has is an error.' })

/** A change of the brand's lead over its rivals: what moves everybody is not in it. */
export const beyondRivals = z
  .object({
    delta: partOfPoints.meta({ description: 'In points, one decimal.' }),
    interval,
    significant: z.boolean().meta({ description: 'Whether its 95 % interval leaves out 0.' }),
  })
  .nullable()
  .meta({
    description:
      'The change of the brand’s value less the mean of its competitors’, on the same pairs. null: fewer than two competitors, or nothing to compare.',
  })

/** A change of score between two spans, over the pairs of prompt and platform present in both. */
export const change = z.object({
  delta: partOfPoints.meta({ description: 'In points, one decimal.' }),
  relative: z
    .string()
    .regex(/^[+-]\d+\.\d%$/)
    .meta({ example: '+5.0%' }),
  interval,
  significant: z.boolean().meta({ description: 'Whether the 95 % interval of the change leaves out 0.' }),
  beyondRivals,
  pairs: z.int().min(1).meta({ description: 'Pairs of prompt and platform with valid answers in both.' }),
  before: partOfPoints.meta({ description: 'Score over the shared pairs, two decimals.' }),
  after: partOfPoints.meta({ description: 'Score over the shared pairs, two decimals.' }),
  platformWide: z
    .number()
    .nullable()
    .meta({ description: 'Mean change of all tracked names on the same pairs, in points.' }),
  split: z
    .object({ platformPart: z.number(), brandPart: z.number() })
    .nullable()
    .meta({ description: 'delta in two parts: everyone’s change and the rest, the brand’s own.' }),
})

export const place = z.int().min(1).nullable().meta({ description: 'null: not named, or only as unknown.' })
