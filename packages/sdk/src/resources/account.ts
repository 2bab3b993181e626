import { z } from 'zod'
import { get } from '../define.ts'
import { id } from '../ids.ts'
import { planSlugs } from '../plans.ts'
import { scopes } from '../scopes.ts'
import { day, instant } from './common.ts'
import { notice } from './organizations.ts'

const planSlug = z.enum(planSlugs)
const allowance = z.object({
  used: z.int().min(0),
  limit: z.int().min(0).nullable().meta({ description: 'null: unlimited.' }),
})

export const me = z.object({
  organization: z.object({ id: id('organization'), name: z.string() }),
  plan: planSlug,
  key: z.object({
    id: id('key'),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    brandIds: z.array(id('brand')).nullable().meta({ description: 'null: all brands.' }),
    expiresAt: instant.nullable(),
  }),
  serverTime: instant,
})
export type Me = z.output<typeof me>

export const usage = z.object({
  plan: planSlug,
  period: z.object({ start: instant, end: instant }),
  calls: z.object({ used: z.int().min(0), limit: z.int().min(0), remaining: z.int().min(0) }),
  resetsAt: instant,
  byDay: z.array(z.object({ day, calls: z.int().min(0) })),
  byKey: z.array(z.object({ keyId: id('key'), name: z.string().nullable(), calls: z.int().min(0) })).meta({
    description:
      'With webhooks.countedEvents they add up to calls.used. A key that is limited to some brands is told of itself only.',
  }),
  byEndpoint: z.array(
    z.object({
      operation: z.string().meta({ description: 'Of a webhook’s event its type.' }),
      calls: z.int().min(0),
    }),
  ),
  allowances: z.object({
    brands: allowance,
    seats: allowance.meta({ description: 'Members and open invitations.' }),
    platforms: allowance.meta({
      description: 'That runs asked or imports brought in this period, under the present plan.',
    }),
    prompts: allowance,
    answers: allowance.meta({ description: 'Answers collected in this period.' }),
  }),
  webhooks: z.object({
    countedEvents: z.int().min(0).meta({
      description: 'Events that webhooks told of and that counted as calls: 0 where the plan does not count them.',
    }),
  }),
  notices: z.array(notice).meta({ description: 'Of this period, newest first.' }),
})
export type Usage = z.output<typeof usage>

export const accountOperations = {
  getMe: get({
    id: 'getMe',
    path: '/me',
    tag: 'Account',
    summary: 'Get the organization, plan and key that call',
    scope: 'any',
    output: me,
    isMetered: false,
  }),
  getUsage: get({
    id: 'getUsage',
    path: '/usage',
    tag: 'Account',
    summary: 'Get what was used of the plan in this period',
    description:
      'Of the whole organization, whatever brands the key is limited to. Never counted, and answers at the ceiling too.',
    scope: 'usage:read',
    output: usage,
    isMetered: false,
  }),
}
