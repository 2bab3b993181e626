import { z } from 'zod'
import { get, post, put } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { cursor, instant, limit, page, platformSlug, surface } from './common.ts'

/** `planned` → `running` → `completed`, or `cancelled`. A failing platform never fails a run: it is reported apart. */
export const runStatuses = ['planned', 'running', 'completed', 'cancelled'] as const

export const platformProgress = z.object({
  slug: z.string(),
  planned: z.int().min(0),
  stored: z.int().min(0).meta({ description: 'Answers kept, whatever their outcome.' }),
  failed: z.int().min(0).meta({ description: 'Of them, those the platform failed to give.' }),
  unreadable: z.int().min(0).meta({ description: 'Of them, those whose text could not be read.' }),
  waiting: z.int().min(0),
  cancelled: z.int().min(0),
  errors: z.array(z.object({ code: z.string(), count: z.int().min(1) })),
})

export const run = z.object({
  id: id('run'),
  brandId: id('brand'),
  kind: z.enum(['measure', 'import']),
  surface: surface
    .nullable()
    .meta({ description: '`import` or `simulated`; null where each platform has its own surface.' }),
  status: z.enum(runStatuses),
  repeats: z.int().min(1),
  planned: z.int().min(0),
  stored: z.int().min(0),
  failed: z.int().min(0),
  unreadable: z.int().min(0),
  platforms: z.array(platformProgress),
  cost: z.object({ usd: z.number().min(0), answersWithoutCost: z.int().min(0) }),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
})
export type Run = z.output<typeof run>

const startRunBody = z.strictObject({
  platforms: z
    .array(platformSlug)
    .min(1)
    .max(20)
    .optional()
    .meta({ description: 'Slugs; all that are set up when left out.' }),
  promptIds: z
    .array(id('prompt'))
    .min(1)
    .max(5_000)
    .optional()
    .meta({ description: 'All active prompts when left out.' }),
  repeats: z.int().min(1).max(10).default(1).meta({ description: 'Answers per prompt and platform.' }),
  dryRun: z.boolean().default(false).meta({ description: 'Only say how many answers and at what cost.' }),
})

export const runPlan = z.object({
  dryRun: z.literal(true),
  answers: z.int().min(0),
  platforms: z.array(
    z.object({ slug: z.string(), answers: z.int().min(0), estimatedUsd: z.number().min(0).nullable() }),
  ),
  estimatedUsd: z.number().min(0).nullable().meta({ description: 'null where no price is known for a platform.' }),
})

export const schedule = z.object({
  brandId: id('brand'),
  isOn: z.boolean(),
  hour: z.int().min(0).max(23).meta({ description: 'Hour of the day in UTC.' }),
  days: z.array(z.int().min(0).max(6)).meta({ description: 'Days of the week, 0 = Sunday.' }),
  repeats: z.int().min(1).max(10),
  platforms: z.array(z.string()).nullable().meta({ description: 'null: all that are set up.' }),
  nextRunAt: instant.nullable(),
})
export type Schedule = z.output<typeof schedule>

const brandPath = z.strictObject({ id: id('brand') })
const runPath = z.strictObject({ id: id('run') })

export const runOperations = {
  startRun: post({
    id: 'startRun',
    path: '/brands/{id}/runs',
    tag: 'Runs',
    summary: 'Ask the platforms the brand’s prompts now',
    description: 'Costs money at the platforms. `dryRun` answers with the plan instead of starting it.',
    scope: 'runs:write',
    params: brandPath,
    body: startRunBody,
    output: z.union([run, runPlan]),
    status: 202,
    errors: [...bodyProblems, 'resource_not_found', 'plan_limit_reached', 'conflict'],
  }),
  listRuns: get({
    id: 'listRuns',
    path: '/runs',
    tag: 'Runs',
    summary: 'List runs, newest first',
    scope: 'runs:read',
    query: z.strictObject({ brandId: id('brand').optional(), status: z.enum(runStatuses).optional(), limit, cursor }),
    output: page(run),
    errors: ['invalid_cursor', 'resource_not_found'],
  }),
  getRun: get({
    id: 'getRun',
    path: '/runs/{id}',
    tag: 'Runs',
    summary: 'Get a run with its progress and failures',
    scope: 'runs:read',
    params: runPath,
    output: run,
    errors: ['resource_not_found'],
  }),
  cancelRun: post({
    id: 'cancelRun',
    path: '/runs/{id}/cancel',
    tag: 'Runs',
    summary: 'Stop asking; answers already stored stay and count',
    scope: 'runs:write',
    params: runPath,
    output: run,
    errors: ['resource_not_found', 'conflict'],
  }),
  getSchedule: get({
    id: 'getSchedule',
    path: '/brands/{id}/schedule',
    tag: 'Runs',
    summary: 'Get a brand’s schedule',
    scope: 'runs:read',
    params: brandPath,
    output: schedule,
    errors: ['resource_not_found'],
  }),
  setSchedule: put({
    id: 'setSchedule',
    path: '/brands/{id}/schedule',
    tag: 'Runs',
    summary: 'Set a brand’s schedule',
    scope: 'runs:write',
    params: brandPath,
    body: z.strictObject({
      isOn: z.boolean().default(true),
      hour: z.int().min(0).max(23),
      days: z.array(z.int().min(0).max(6)).min(1).max(7),
      repeats: z.int().min(1).max(10).default(1),
      platforms: z.array(platformSlug).min(1).max(20).nullable().default(null),
    }),
    output: schedule,
    errors: [...bodyProblems, 'resource_not_found', 'plan_limit_reached', 'conflict'],
  }),
}
