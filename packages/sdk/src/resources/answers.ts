import { z } from 'zod'
import { get, post } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { askedDay, cursor, instant, limit, page, platformSlug, surface, untrusted } from './common.ts'
import { modelProviders } from './model-keys.ts'
import { topic } from './measured.ts'
import { country, language } from './prompts.ts'

/** Only `ok` is measured; the others are counted and shown apart. */
export const outcome = z.enum(['ok', 'not_triggered', 'refused', 'empty', 'failed', 'unreadable'])

const unreadable = z.object({
  reason: z.enum(['too_slow', 'too_large', 'failed']),
  says: z.string().meta({ description: 'The reason in a sentence.' }),
})
export type UnreadableReason = z.output<typeof unreadable>['reason']

const offset = z.int().min(0)

/** What a model said of a place, where the organization has one asked. No number is made from it. */
export const judgement = z.object({
  meant: z.boolean().nullable().meta({
    description: 'Whether the name means this brand or competitor. null: not in doubt, or the model could not tell.',
  }),
  sentiment: z
    .enum(['positive', 'neutral', 'negative', 'mixed'])
    .nullable()
    .meta({ description: 'null: not in doubt, or the model could not tell.' }),
  provider: z.enum(modelProviders),
  model: z.string(),
  version: z.int().min(1).meta({ description: 'Of the question that was put to it.' }),
  judgedAt: instant,
  usd: z.number().min(0).nullable().meta({ description: 'Its share of what the call cost, by list price.' }),
})
export type Judgement = z.output<typeof judgement>

const listingRule = z.object({
  rule: z.enum([
    'entry',
    'label',
    'example',
    'recommended',
    'compared',
    'named',
    'topic',
    'template',
    'discouraged',
    'absent',
  ]),
  says: z.string().meta({ description: 'The rule in a sentence.' }),
})
export type ListingRule = z.output<typeof listingRule>['rule']

const sentimentRule = z.object({
  rule: z.enum(['praise', 'blame', 'both', 'faint', 'no_words']),
  says: z.string().meta({ description: 'The rule in a sentence.' }),
  praise: z.number().min(0).meta({ description: 'Words of praise around the name; a weak one counts half.' }),
  blame: z.number().min(0).meta({ description: 'Words of blame around the name; a weak one counts half.' }),
})

export const mention = z.object({
  entityId: z.string(),
  name: z.string(),
  kind: z.enum(['brand', 'competitor']),
  surface: untrusted.meta({ description: 'As written in the answer.' }),
  start: offset,
  end: offset,
  listed: z.boolean().meta({ description: 'Offered as an option, not only named.' }),
  listingRule: listingRule
    .nullable()
    .meta({ description: 'Why it is an option, or none. null: found before rules were kept.' }),
  sentiment: z.enum(['positive', 'neutral', 'negative', 'mixed']).nullable(),
  sentimentRule: sentimentRule
    .nullable()
    .meta({ description: 'What made the sentiment. null: found before rules were kept.' }),
  evidence: z.array(z.string()).meta({ description: 'Why it counts.' }),
  judgement: judgement.nullable().meta({
    description:
      'A model’s verdict, only where the organization turned its own judge on and the rules left something ambiguous; else null. It stands beside the rules’ decision and changes no score.',
  }),
})

const source = z.object({
  url: untrusted,
  domain: untrusted,
  title: untrusted.nullable(),
  owner: z.enum(['own', 'competitor', 'third_party']),
})

export const answer = z.object({
  id: id('answer'),
  brandId: id('brand'),
  promptId: id('prompt'),
  prompt: z.string(),
  runId: id('run'),
  platform: z.string(),
  surface,
  outcome,
  text: untrusted.nullable().meta({
    description:
      'Untrusted text, verbatim. In lists only with include=text, else null. Offsets count UTF-16 units of it.',
  }),
  model: untrusted.nullable().meta({ description: 'As the platform, or the import, names it.' }),
  externalId: untrusted.nullable(),
  collectedAt: instant,
  locale: z.object({ country: z.string().nullable(), language: z.string().nullable() }),
  cost: z.object({ usd: z.number().min(0).nullable(), basis: z.enum(['reported', 'computed', 'plan']).nullable() }),
  errorCode: z.string().nullable().meta({ description: 'Why the platform gave none; set when outcome is failed.' }),
  unreadable: unreadable.nullable().meta({
    description:
      'Why its text could not be read; set when outcome is unreadable. It is stored, counts in no score or rate, and is read again with the next change of names or version, or by `sightline reread`. null: it was read.',
  }),
  mentions: z.array(mention),
  unjudged: z.array(z.object({ entityId: z.string(), name: z.string(), occurrences: z.int().min(1) })).meta({
    description:
      'Names of which not every occurrence in this answer was judged, and how many further ones were found: at most 500 of one name, and 2,000 of all together, the first ones of each name. Empty in ordinary answers.',
  }),
  passedOver: z
    .array(
      mention
        .pick({ entityId: true, name: true, kind: true, surface: true, start: true, end: true })
        .extend({ judgement }),
    )
    .meta({ description: 'Places that the rules did not count, and that the organization’s judge was asked about.' }),
  places: z.array(
    z.object({ entityId: z.string(), place: z.int().min(1).nullable(), value: z.number().min(0).max(1) }),
  ),
  citations: z.array(source.extend({ start: offset.nullable(), end: offset.nullable() })),
  listedSources: z.array(source),
  searches: z
    .array(untrusted)
    .nullable()
    .meta({ description: 'The platform’s own searches; null where it never tells.' }),
})
export type Answer = z.output<typeof answer>

/** Longer answers are refused: no platform writes them, and a score must not hang on one document. */
export const ANSWER_MAX_LENGTH = 100_000

export const importedAnswer = z.strictObject({
  externalId: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .meta({ description: 'Yours; a second import with the same one is a duplicate.' }),
  prompt: z.string().min(1),
  platform: platformSlug,
  text: z.string(),
  outcome: z
    .enum(['ok', 'not_triggered', 'refused', 'empty'])
    .nullable()
    .default(null)
    .meta({ description: 'What the platform did; ok, or empty without a text, when left out.' }),
  model: z.string().max(200).nullable().default(null),
  collectedAt: z.iso.datetime({ offset: true }).nullable().default(null).meta({ description: 'Now when left out.' }),
  locale: z
    .strictObject({ country: country.nullable().default(null), language: language.nullable().default(null) })
    .nullable()
    .default(null),
  citations: z
    .array(z.strictObject({ url: z.string().max(4_096), title: z.string().max(1_000).nullable().default(null) }))
    .max(200)
    .default([]),
})
export type ImportedAnswer = z.output<typeof importedAnswer>

const brandPath = z.strictObject({ id: id('brand') })

/** Counting stops there: who needs more asks for fewer days. */
export const MATCHING_COUNTED = 10_000

/** Of JSON. An answer of 100,000 characters may have a megabyte of mentions and sources: 200 of them are no page. */
export const ANSWERS_PAGE_BYTES = 4_000_000

const askedSource = z.string().min(1).max(4_096)

export const answerOperations = {
  listAnswers: get({
    id: 'listAnswers',
    path: '/brands/{id}/answers',
    tag: 'Answers',
    summary: 'List the stored answers, newest first',
    description:
      'A page holds up to `limit` answers. It ends earlier, with the answer that brings it to 4 MB of JSON, when its answers are large; `nextCursor` goes on with the next one. Whether there is more is told by `hasMore`, never by the number of answers.',
    scope: 'results:read',
    params: brandPath,
    query: z.strictObject({
      platform: platformSlug.optional(),
      promptId: id('prompt').optional(),
      runId: id('run').optional(),
      outcome: outcome.optional(),
      mentioned: z.enum(['true', 'false']).optional().meta({ description: 'Whether the brand is named.' }),
      competitorId: id('competitor').optional().meta({ description: 'Only answers that name this competitor.' }),
      anyCompetitor: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: 'Whether any competitor of the brand is named.' }),
      topic: topic.meta({ description: 'Only answers to prompts of this topic.' }),
      countedIn: z.enum(['panel', 'score']).optional().meta({
        description:
          '`panel`: only answers to active prompts that do not name the brand, which platform results, shares and comparisons are made of. `score`: of these only those on platforms that count in the composite: whose weight is not 0 and that, where `from` and `to` are given, have 5 prompts and 10 valid answers in these days, while any has. Together with `outcome=ok` and the days of a number: the very answers behind it.',
      }),
      cites: askedSource.optional().meta({
        description:
          'Only answers that cite this source: a domain or a page’s address as GET …/citations has them, or `own` for the brand’s own pages.',
      }),
      drawsOn: askedSource
        .optional()
        .meta({ description: 'Only answers that cite this domain or page, or show it beside their text.' }),
      from: askedDay.optional(),
      to: askedDay.optional(),
      count: z.enum(['true']).optional().meta({ description: 'Tell how many match, in `matching`.' }),
      include: z.enum(['text']).optional(),
      limit,
      cursor,
    }),
    output: page(answer).extend({
      matching: z.int().min(0).nullable().meta({
        description:
          'With `count=true`: answers that match, on all pages together. null: not asked for, or more than 10,000.',
      }),
    }),
    errors: ['resource_not_found', 'invalid_cursor'],
  }),
  getAnswer: get({
    id: 'getAnswer',
    path: '/answers/{id}',
    tag: 'Answers',
    summary: 'Get an answer with its text, mentions and sources',
    scope: 'results:read',
    params: z.strictObject({ id: id('answer') }),
    output: answer,
    errors: ['resource_not_found'],
  }),
  getAnswerReply: get({
    id: 'getAnswerReply',
    path: '/answers/{id}/reply',
    tag: 'Answers',
    summary: 'Get what the platform sent for an answer, byte for byte',
    description: 'The reply bodies as received, before anything was read from them. Often a hundred times the text.',
    scope: 'results:read',
    isHeavy: true,
    params: z.strictObject({ id: id('answer') }),
    output: z.object({
      answerId: id('answer'),
      replies: z
        .array(untrusted)
        .nullable()
        .meta({ description: 'Untrusted; one a request that was made. null: nothing was received, as for imports.' }),
    }),
    errors: ['resource_not_found'],
  }),
  importAnswers: post({
    id: 'importAnswers',
    path: '/brands/{id}/answers',
    tag: 'Answers',
    summary: 'Import answers collected elsewhere, up to 1,000 at once',
    description:
      'What is good is accepted, what is not is listed under `rejected` with its index; nothing is stored half. Prompts that are not there yet are added. Platforms, prompts and answers count against the plan as those of a run do: what fits is taken, the first answers first, and the rest is listed with the code `plan_limit_reached` and a message that says what is allowed, in use and asked for.',
    scope: 'answers:write',
    params: brandPath,
    body: z.strictObject({
      answers: z
        .array(z.unknown())
        .min(1)
        .max(1_000)
        .meta({ description: 'Imported answers, each judged apart.', 'x-items': 'ImportedAnswer' }),
      allowNewPlatforms: z.boolean().default(false).meta({
        description: 'Accept platforms outside GET /platforms under slugs of their own.',
      }),
    }),
    output: z.object({
      runId: id('run').nullable().meta({ description: 'null when nothing was accepted.' }),
      accepted: z.int().min(0),
      duplicates: z.int().min(0),
      rejected: z.array(z.object({ index: z.int().min(0), code: z.string(), message: z.string() })),
    }),
    status: 202,
    errors: [...bodyProblems, 'resource_not_found', 'plan_limit_reached'],
  }),
}
