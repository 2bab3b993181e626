import { z } from 'zod'
import { get } from '../define.ts'
import { id } from '../ids.ts'
import { askedDay, cursor, day, instant, page, surface, wholeNumber } from './common.ts'
import { eventType } from './webhooks.ts'

/** What can be copied row by row into a table. */
export const datasets = [
  'scores',
  'platform-results',
  'share-of-voice',
  'mentions',
  'citations',
  'events',
  'recommendations',
] as const
export const dataset = z.enum(datasets).meta({ description: 'What is copied.', example: 'scores' })
export type Dataset = z.output<typeof dataset>

const count = z.int().min(0)

/** In every row. Strict, so that a row is of one dataset only; what clients see stays open for additions. */
const row = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({
    id: z.string().meta({ description: 'Primary key of the dataset.' }),
    updatedAt: instant,
    deletedAt: instant.nullable().meta({ description: 'Set: the row is gone, drop it.' }),
    brandId: id('brand'),
    day,
    ...shape,
  })
const entity = {
  entityId: z.string(),
  entityKind: z.enum(['brand', 'competitor']),
}

export const exportRows = {
  scores: row({
    platform: z.string().nullable().meta({ description: 'null: the composite of all platforms.' }),
    score: z.number().min(0).max(100).meta({ description: 'Of this day’s answers alone, in points, two decimals.' }),
    intervalLow: z.number().nullable(),
    intervalHigh: z.number().nullable(),
    prompts: count,
    answers: count.meta({ description: 'Valid answers.' }),
    notTriggered: count,
    refused: count,
    empty: count,
    failed: count,
    unreadable: count,
    scoringVersion: z.int().min(1),
    simulated: z.boolean(),
  }),
  'platform-results': row({
    platform: z.string(),
    ...entity,
    entityName: z.string(),
    score: z.number().min(0).max(100).nullable().meta({ description: 'null: no valid answer on this day.' }),
    answers: count.meta({ description: 'Valid answers: what rates are rates of.' }),
    notTriggered: count,
    refused: count,
    empty: count,
    failed: count,
    unreadable: count,
    named: count,
    acknowledgedAbsent: count,
    placed: count,
    placeSum: count,
    listed: count,
    cited: count,
    positive: count,
    neutral: count,
    negative: count,
    mixed: count,
    simulated: z.boolean(),
  }),
  'share-of-voice': row({
    ...entity,
    entityName: z.string(),
    share: z
      .int()
      .min(0)
      .max(100)
      .meta({ description: 'Whole points; those of one brand and day sum to 100, or to 0.' }),
    named: count.meta({ description: 'Valid answers that name it.' }),
    answers: count,
    simulated: z.boolean(),
  }),
  mentions: row({
    answerId: id('answer'),
    promptId: id('prompt'),
    prompt: z.string(),
    platform: z.string(),
    surface,
    ...entity,
    entityName: z.string().nullable().meta({ description: 'null where the row is deleted.' }),
    place: z.int().min(1).nullable().meta({ description: 'null: named only as unknown, or deleted.' }),
    acknowledgedAbsent: z.boolean().nullable(),
    listed: z.boolean().nullable(),
    cited: z.boolean().nullable(),
    sentiment: z.enum(['positive', 'neutral', 'negative', 'mixed']).nullable(),
  }),
  citations: row({
    answerId: id('answer'),
    promptId: id('prompt'),
    prompt: z.string(),
    platform: z.string(),
    surface,
    url: z.string().nullable().meta({ description: 'null: the platform told the site only.' }),
    domain: z.string(),
    site: z.string().meta({ description: 'Registrable domain.' }),
    owner: z.enum(['own', 'competitor', 'third_party']),
    entityId: z.string().nullable(),
    isCited: z.boolean().meta({ description: 'false: only shown or consulted.' }),
    times: count.meta({ description: 'How often the text points at it.' }),
  }),
  events: row({
    type: eventType,
    sequence: z.int().min(1).meta({ description: 'Counts the brand’s events.' }),
    occurredAt: instant,
    name: z.string().nullable().meta({ description: 'The competitor’s name, or the recommendation’s title.' }),
    subjectId: z.string().nullable().meta({
      description: 'Id of the competitor or recommendation. null: a change of score, or a name that is not tracked.',
    }),
    kind: z.string().nullable().meta({ description: 'The competitor’s move, or the recommendation’s kind.' }),
    measure: z.string().nullable().meta({ description: 'What previous, current and delta are of.' }),
    previous: z.number().nullable(),
    current: z.number().nullable(),
    delta: z.number().nullable(),
    window: z.string(),
    significant: z.boolean().nullable(),
    platformWide: z.boolean().nullable(),
    estimatedLift: z.int().nullable(),
    effort: z.string().nullable(),
    answers: count.meta({ description: 'Valid answers behind it.' }),
    simulated: z.boolean(),
  }),
  recommendations: row({
    kind: z.string(),
    subject: z.string().meta({ description: 'What it is about: with the kind the same at every scoring.' }),
    status: z.string(),
    reason: z.string().nullable().meta({ description: 'Why it was dismissed.' }),
    title: z.string(),
    summary: z.string(),
    effort: z.string(),
    estimatedLift: z.int().min(0).max(100).meta({ description: 'Whole points of composite.' }),
    liftLow: z.number(),
    liftHigh: z.number(),
    successRate: z.number(),
    window: z.string(),
    answers: count.meta({ description: 'Valid answers that show it.' }),
    platforms: z.string().meta({ description: 'Slugs with commas between them.' }),
    doneDay: day.nullable(),
    measuredLift: z.number().nullable().meta({ description: 'In points; null: not measured yet.' }),
    measuredLow: z.number().nullable(),
    measuredHigh: z.number().nullable(),
    measuredIsFinal: z.boolean().nullable(),
    simulated: z.boolean(),
  }),
} satisfies Record<Dataset, z.ZodObject>

export const exportField = z.object({
  name: z.string(),
  type: z.enum(['string', 'integer', 'number', 'boolean']),
  format: z.enum(['date', 'date-time']).nullable(),
  nullable: z.boolean(),
  description: z.string().nullable(),
})
export type ExportField = z.output<typeof exportField>

const path = z.strictObject({ dataset })

export const exportOperations = {
  exportRows: get({
    id: 'exportRows',
    path: '/exports/{dataset}',
    tag: 'Exports',
    summary: 'Copy a dataset row by row, oldest change first',
    description:
      'Flat rows for BI tools and warehouses, ascending by updatedAt, then id. A walk sees what was stored when it began: what changes meanwhile comes with the next one, from the last updatedAt on (`updatedSince` is inclusive; upsert by id). Rows that are gone come once more with deletedAt; those of a deleted brand go with it. Texts are JSON strings as they are, nothing is put before = + - @: whoever writes CSV for a spreadsheet must do that.',
    scope: 'results:read',
    isHeavy: true,
    params: path,
    query: z.strictObject({
      brandId: id('brand').optional(),
      from: askedDay.optional(),
      to: askedDay.optional(),
      updatedSince: z.iso
        .datetime({ offset: true })
        .optional()
        .meta({ description: 'Only rows changed at this instant or later.', example: '2026-11-20T08:00:00.000Z' }),
      limit: wholeNumber({ max: 1_000, initial: 200 }).meta({ description: 'Rows a page, 1–1,000.' }),
      cursor,
    }),
    output: page(
      z.union([
        exportRows.scores,
        exportRows['platform-results'],
        exportRows['share-of-voice'],
        exportRows.mentions,
        exportRows.citations,
        exportRows.events,
        exportRows.recommendations,
      ]),
    ),
    errors: ['resource_not_found', 'invalid_cursor'],
  }),
  getExportSchema: get({
    id: 'getExportSchema',
    path: '/exports/{dataset}/schema',
    tag: 'Exports',
    summary: 'Get the fields of a dataset',
    description: 'Fields are only ever added.',
    scope: 'results:read',
    params: path,
    output: z.object({
      dataset,
      primaryKey: z.literal('id'),
      cursorField: z.literal('updatedAt'),
      fields: z.array(exportField),
    }),
    errors: ['resource_not_found'],
  }),
}

/** The fields of a dataset, read from the schema that its rows are held against. */
export function exportFields(of: Dataset): ExportField[] {
  const { properties = {} } = z.toJSONSchema(exportRows[of], { io: 'output' })
  return Object.entries(properties).map(([name, property]) => {
    const described = asSchema(property)
    const forms = [described, ...(described.anyOf ?? []).map(asSchema)]
    const types = forms.flatMap(({ type }) => type ?? [])
    const formats = forms.flatMap(({ format }) => format ?? [])
    return {
      name,
      type: (['integer', 'number', 'boolean'] as const).find((type) => types.includes(type)) ?? 'string',
      format: (['date', 'date-time'] as const).find((format) => formats.includes(format)) ?? null,
      nullable: types.includes('null'),
      description: described.description ?? null,
    }
  })
}

/** JSON Schema allows `true` and `false` for a schema; a field of ours is never one. */
const asSchema = (property: z.core.JSONSchema._JSONSchema): z.core.JSONSchema.BaseSchema =>
  typeof property === 'object' ? property : {}
