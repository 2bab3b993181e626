import type { Plan } from '@sightline/sdk'

/**
 * What comes of each figure of a plan. A figure that is added does not compile until it stands here: either operations refuse
 * what is above it, or a test of another file holds it.
 */
export type PlanRule =
  | { refusedBy: readonly string[]; code: 'plan_limit_reached' | 'plan_feature_unavailable' }
  | { refusedBy: 'every metered operation' | 'every operation'; code: 'quota_exceeded' | 'rate_limited' }
  | { heldBy: string; title: string }

const ofTheSpecification: PlanRule = {
  heldBy: 'test/contract-specification.test.ts',
  title: 'prices and calls of the plans are those of the specification',
}

export const expectedPlanRules: Record<keyof Plan, PlanRule> = {
  label: ofTheSpecification,
  usdPerMonth: ofTheSpecification,
  callsPerMonth: { refusedBy: 'every metered operation', code: 'quota_exceeded' },
  callsPerMinute: { refusedBy: 'every operation', code: 'rate_limited' },
  mostCallsPerMinute: {
    heldBy: 'test/organizations.test.ts',
    title: 'the operator sets the calls a minute up to what the plan allows',
  },
  platforms: { refusedBy: ['startRun', 'setSchedule', 'importAnswers'], code: 'plan_limit_reached' },
  brands: { refusedBy: ['createBrand'], code: 'plan_limit_reached' },
  seats: { refusedBy: ['inviteMember'], code: 'plan_limit_reached' },
  prompts: { refusedBy: ['createPrompts', 'updatePrompt', 'importAnswers'], code: 'plan_limit_reached' },
  answersPerMonth: { refusedBy: ['startRun', 'importAnswers'], code: 'plan_limit_reached' },
  answersKeptMonths: {
    heldBy: 'test/retention.test.ts',
    title: 'the first day kept is as many calendar months back as the plan says',
  },
  webhooks: { refusedBy: ['createWebhook'], code: 'plan_limit_reached' },
  mcp: { heldBy: 'test/mcp-access.test.ts', title: 'each of the 12 that write is refused with the reason' },
  hasAlertDigest: { refusedBy: ['getAlertDigest'], code: 'plan_feature_unavailable' },
  hasDedicatedChannel: { refusedBy: ['createWebhook', 'updateWebhook'], code: 'plan_feature_unavailable' },
  countsWebhookEvents: {
    heldBy: 'test/webhook-quota.test.ts',
    title: 'on a plan that does not count events none is kept back',
  },
}

/** Refuses by a figure that is the same on every plan. */
export const SAME_ON_EVERY_PLAN = ['addCompetitor']
