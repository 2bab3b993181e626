import { z } from 'zod'
import { id as idOf, operations, type IdKind } from '@sightline/sdk'

/**
 * Parameters that several tools take, said once and shortly: their words stand in every conversation. What they accept
 * is the REST parameter of the same name.
 */
export const brandId = nameOrId('Brand id or exact name; may be left out when there is one brand.').optional()

export const brandIds = z
  .array(z.string().min(1).max(200))
  .min(1)
  .max(100)
  .optional()
  .meta({ description: 'Only of these brands: ids or exact names.' })

export const competitorId = nameOrId('Competitor id or exact name, see list_competitors.')

export const window = z
  .string()
  .regex(/^[1-9]\d{0,2}[dw]$/, 'Must be a number of days or weeks, for example 7d or 4w.')
  .meta({ description: 'Days up to the last with answers: 7d, 28d, 4w.' })

export const platform = operations.listAnswers.query.shape.platform.meta({
  description: 'Platform slug from list_platforms: chatgpt, google-aio, perplexity, …',
})

/** Several, where all that are available are meant otherwise. */
export const platforms = z
  .array(
    z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Must be a platform’s slug, for example chatgpt.')
      .max(64),
  )
  .min(1)
  .max(20)
  .optional()
  .meta({ description: 'Platform slugs; all available when left out.' })

export const topic = z.string().min(1).max(100).optional().meta({ description: 'Only prompts of this topic.' })

export const from = day('First day, YYYY-MM-DD in UTC.')
export const to = day('Last day, inclusive.')

/** Entries a page. Smaller than REST's 50 where one entry is large, so that a page fits a result. */
export const limit = (initial: number) =>
  z.int().min(1).max(200).default(initial).meta({ description: 'Entries a page.' })
export const cursor = z
  .string()
  .min(1)
  .max(1_024)
  .optional()
  .meta({ description: 'pagination.nextCursor of the page before.' })

export const dryRun = z.boolean().default(false).meta({ description: 'Only tell what would happen.' })

export const id = (kind: IdKind, description: string) => idOf(kind).meta({ description })

/** Their own words are left out: what an entry is, the list's words say. */
export const ids = (kind: IdKind, most: number, description: string) =>
  z
    .array(idOf(kind).meta({ description: undefined }))
    .min(1)
    .max(most)
    .meta({ description })

function nameOrId(description: string) {
  return z.string().min(1).max(200).meta({ description })
}

function day(description: string) {
  return z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a day of the form YYYY-MM-DD.')
    .optional()
    .meta({ description })
}
