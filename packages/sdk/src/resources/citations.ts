import { z } from 'zod'
import { get } from '../define.ts'
import { id } from '../ids.ts'
import { askedDay, cursor, day, limit, page, platformSlug, untrusted, window, wholeNumber } from './common.ts'

export const sourceOwner = z.enum(['own', 'competitor', 'third_party'])

/** Each filter of days: a trailing window, or two days. */
const span = {
  window: window.optional().meta({
    description:
      'Trailing span of whole UTC days up to the last day with answers; 28d when neither it nor from or to is given.',
  }),
  from: askedDay.optional(),
  to: askedDay.optional(),
}
const isOneSpan = (query: { window?: unknown; from?: unknown; to?: unknown }): boolean =>
  query.window === undefined || (query.from === undefined && query.to === undefined)
const spanMessage = { message: 'Give either window, or from and to.', path: ['window'] }

const share = z.object({
  value: z.number().min(0).max(1).nullable().meta({ description: 'null without a valid answer.' }),
  numerator: z.int().min(0),
  denominator: z.int().min(0).meta({ description: 'Valid answers of these days and platforms.' }),
})

const groupBy = z.enum(['domain', 'page'])

export const citation = z.object({
  domain: untrusted.meta({ description: 'Registrable domain (acme.co.uk); with groupBy=page the page’s host.' }),
  url: untrusted.nullable().meta({
    description: 'The page; null for a domain, and where the platform hides the page behind its own redirect.',
  }),
  title: untrusted.nullable().meta({ description: 'As last told.' }),
  owner: sourceOwner.meta({
    description: 'For a domain of several owners the first of own, competitor, third_party that applies.',
  }),
  entityId: z.string().nullable().meta({ description: 'Whose it is; null for a third party’s.' }),
  answers: z.int().min(0).meta({ description: 'Answers whose text points at it.' }),
  citations: z.int().min(0).meta({ description: 'How often their texts point at it.' }),
  answersListing: z.int().min(0).meta({ description: 'Answers that only showed or consulted it.' }),
  share: share.meta({ description: 'Share of valid answers that point at it.' }),
  platforms: z.array(z.string()).meta({ description: 'Slugs of the platforms whose answers cite or list it.' }),
  promptIds: z.array(id('prompt')).meta({ description: 'Up to twenty prompts whose answers cite or list it.' }),
  answerIds: z.array(id('answer')).meta({ description: 'Up to five of the answers, newest first.' }),
  firstDay: day,
  lastDay: day,
})
export type Citation = z.output<typeof citation>

export const citationGap = z.object({
  domain: untrusted,
  url: untrusted.nullable(),
  title: untrusted.nullable(),
  answersWithCompetitors: z.int().min(1).meta({ description: 'Answers with this source that name a competitor.' }),
  answersWithoutBrand: z.int().min(1).meta({ description: 'Of these, the ones that do not name the brand.' }),
  answersWithBrand: z.int().min(0).meta({ description: 'Answers with this source that name the brand.' }),
  competitors: z
    .array(z.object({ entityId: id('competitor'), name: z.string(), answers: z.int().min(1) }))
    .meta({ description: 'Named in the answers without the brand, most often named first.' }),
  platforms: z.array(z.string()),
  answerIds: z.array(id('answer')).meta({ description: 'Up to five of the answers without the brand, newest first.' }),
})
export type CitationGap = z.output<typeof citationGap>

export const search = z.object({
  search: untrusted.meta({ description: 'In its commonest writing, its first 1,000 characters.' }),
  answers: z.int().min(1).meta({ description: 'Answers for which a platform searched it.' }),
  times: z.int().min(1),
  platforms: z.array(z.string()),
  promptIds: z.array(id('prompt')).meta({ description: 'Up to five prompts that led to it.' }),
  answerIds: z.array(id('answer')).meta({ description: 'Up to five of the answers, newest first.' }),
  firstDay: day,
  lastDay: day,
})
export type Search = z.output<typeof search>

const brandPath = z.strictObject({ id: id('brand') })
const lookedAt = { from: day.nullable(), to: day.nullable() }

export const citationOperations = {
  listCitations: get({
    id: 'listCitations',
    path: '/brands/{id}/citations',
    tag: 'Citations',
    summary: 'List the sources of a brand’s answers, most cited first',
    description:
      'All valid answers of the days count, branded prompts included. Pages of one list see the same answers: what comes in later waits for the next list.',
    scope: 'results:read',
    isHeavy: true,
    params: brandPath,
    query: z
      .strictObject({
        groupBy: groupBy.default('domain'),
        domain: z
          .string()
          .min(1)
          .max(253)
          .optional()
          .meta({ description: 'Only of this registrable domain, as groupBy=domain tells it.' }),
        platform: platformSlug.optional(),
        owner: sourceOwner.optional(),
        ...span,
        limit,
        cursor,
      })
      .refine(isOneSpan, spanMessage),
    output: page(citation).extend(lookedAt),
    errors: ['resource_not_found', 'invalid_cursor'],
  }),
  listCitationGaps: get({
    id: 'listCitationGaps',
    path: '/brands/{id}/citations/gaps',
    tag: 'Citations',
    summary: 'List the sources behind answers that name rivals and not the brand',
    description:
      'Third parties’ sources that more answers name a competitor without the brand than name the brand, the widest gap first.',
    scope: 'results:read',
    isHeavy: true,
    params: brandPath,
    query: z
      .strictObject({
        groupBy: groupBy.default('domain'),
        minCompetitors: wholeNumber({ max: 100, initial: 1 }).meta({
          description: 'At least so many competitors are named in the answers without the brand.',
        }),
        platform: platformSlug.optional(),
        ...span,
        limit,
        cursor,
      })
      .refine(isOneSpan, spanMessage),
    output: page(citationGap).extend({
      ...lookedAt,
      answers: z.int().min(0).meta({ description: 'Valid answers looked at.' }),
    }),
    errors: ['resource_not_found', 'invalid_cursor'],
  }),
  listSearches: get({
    id: 'listSearches',
    path: '/brands/{id}/searches',
    tag: 'Citations',
    summary: 'List the platforms’ own searches, most frequent first',
    description:
      'What platforms looked for on the web before they answered. Letter case and outer spaces make no difference.',
    scope: 'results:read',
    isHeavy: true,
    params: brandPath,
    query: z
      .strictObject({ promptId: id('prompt').optional(), platform: platformSlug.optional(), ...span, limit, cursor })
      .refine(isOneSpan, spanMessage),
    output: page(search).extend({
      ...lookedAt,
      platforms: z
        .array(
          z.object({
            slug: z.string(),
            answers: z.int().min(1).meta({ description: 'Valid answers of these days.' }),
            answersTelling: z
              .int()
              .min(1)
              .nullable()
              .meta({ description: 'Of these, the ones that tell their searches; null: the platform never tells.' }),
          }),
        )
        .meta({ description: 'Each platform with answers, by slug.' }),
    }),
    errors: ['resource_not_found', 'invalid_cursor'],
  }),
}
