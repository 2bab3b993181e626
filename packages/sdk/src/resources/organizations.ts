import { z } from 'zod'
import { sessionGet, sessionPatch, sessionPost, sessionPut } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { planSlugs } from '../plans.ts'
import { cursor, deleted, instant, limit, page, platformSlug, typedText } from './common.ts'

export const organizationName = typedText(200).meta({ example: 'Acme Inc.' })

const platformWeights = z
  .record(platformSlug, z.number().min(0).max(100))
  .refine((weights) => Object.keys(weights).length <= 50, 'Must name at most 50 platforms.')
  .refine(
    (weights) => Object.values(weights).some((weight) => weight > 0),
    'One platform at least must weigh something.',
  )
  .nullable()
  .meta({
    description:
      'Weight of each platform in the composite, by slug; one that is not named weighs 1, one of weight 0 is not counted. null: all equal.',
    example: { chatgpt: 3, perplexity: 1 },
  })

export const organization = z.object({
  id: id('organization'),
  name: z.string(),
  plan: z.enum(planSlugs),
  callsPerMinute: z.int().min(1).meta({ description: 'The limit in force.' }),
  platformWeights,
  defaultBrandId: id('brand').nullable(),
  createdAt: instant,
})
export type OrganizationFacts = z.output<typeof organization>

/** What a change of plan stopped, or what one before had stopped and this one lets go on. */
const planEffect = z.object({
  brandIds: z.array(id('brand')),
  prompts: z.int().min(0),
  webhookIds: z.array(id('webhook')),
})

/** Limits of the operator's that ended, or were lowered, with the plan they were set on. */
const endedLimits = z.object({
  callsPerMinute: z.int().min(1).nullable().meta({ description: 'null: none was set, or it was kept.' }),
})

export const noticeKinds = ['calls_80', 'calls_100'] as const

export const notice = z.object({
  kind: z
    .enum(noticeKinds)
    .meta({ description: 'calls_80, calls_100: so many percent of the period’s calls are used; told once.' }),
  at: instant,
  message: z.string(),
})

export const organizationOperations = {
  getOrganization: sessionGet({
    id: 'getOrganization',
    path: '/organization',
    tag: 'Organization',
    summary: 'Get the organization’s settings',
    role: 'viewer',
    output: organization,
  }),
  updateOrganization: sessionPatch({
    id: 'updateOrganization',
    path: '/organization',
    tag: 'Organization',
    summary: 'Change the organization’s settings',
    description: 'Other platform weights score every brand anew, its history included; no platform is asked.',
    role: 'admin',
    body: z.strictObject({
      name: organizationName.optional(),
      platformWeights: platformWeights.optional(),
      defaultBrandId: id('brand').optional(),
    }),
    output: organization,
    errors: bodyProblems,
  }),
  changePlan: sessionPut({
    id: 'changePlan',
    path: '/organization/plan',
    tag: 'Organization',
    summary: 'Change the plan',
    description:
      'In force at once; what was used of the period stays used. A smaller plan deletes nothing: the newest brands, prompts and webhooks above its limits are paused, can be read, and go on when a larger plan is taken. A limit of calls a minute that the operator set stays; one above what the new plan allows is lowered to that. Where the operator changes the plan (`sightline org plan`) it ends, unless keepLimits is true.',
    role: 'owner',
    body: z.strictObject({
      plan: z.enum(planSlugs),
      keepLimits: z.boolean().default(false).meta({
        description:
          'Keep the limits that the operator set on the present plan as they are. Refused when one is above what the new plan allows.',
      }),
    }),
    output: z.object({ organization, paused: planEffect, resumed: planEffect, endedLimits }),
    errors: bodyProblems,
  }),
  deleteOrganization: sessionPost({
    id: 'deleteOrganization',
    path: '/organization/delete',
    tag: 'Organization',
    summary: 'Delete the organization with all that belongs to it',
    role: 'owner',
    body: z.strictObject({ confirm: z.string().meta({ description: 'The organization’s name, as it is written.' }) }),
    output: deleted,
    errors: bodyProblems,
  }),
  listNotices: sessionGet({
    id: 'listNotices',
    path: '/notices',
    tag: 'Organization',
    summary: 'List what the organization should know, newest first',
    role: 'viewer',
    query: z.strictObject({ limit, cursor }),
    output: page(notice),
    errors: ['invalid_cursor'],
  }),
}
