import type { plans, PlanSlug } from '@sightline/sdk'

export type { PlanSlug }

/**
 * What each plan holds, number by number as the contract has it: the compiler holds every value against its own. Written
 * down here because the contract's module brings its schemas along.
 */
export const planFacts: typeof plans = {
  free: {
    label: 'Free',
    usdPerMonth: 0,
    callsPerMonth: 100,
    callsPerMinute: 20,
    mostCallsPerMinute: 100,
    platforms: 2,
    brands: 1,
    seats: 1,
    prompts: 25,
    answersPerMonth: 2_500,
    answersKeptMonths: 6,
    webhooks: 2,
    mcp: 'read-only',
    hasAlertDigest: false,
    hasDedicatedChannel: false,
    countsWebhookEvents: true,
  },
  pro: {
    label: 'Pro',
    usdPerMonth: 149.95,
    callsPerMonth: 2_500,
    callsPerMinute: 120,
    mostCallsPerMinute: 600,
    platforms: 5,
    brands: 10,
    seats: 10,
    prompts: 250,
    answersPerMonth: 50_000,
    answersKeptMonths: 24,
    webhooks: 20,
    mcp: 'full',
    hasAlertDigest: false,
    hasDedicatedChannel: false,
    countsWebhookEvents: false,
  },
  business: {
    label: 'Business',
    usdPerMonth: null,
    callsPerMonth: 15_000,
    callsPerMinute: 300,
    mostCallsPerMinute: 1_500,
    platforms: 8,
    brands: 25,
    seats: 25,
    prompts: 1_000,
    answersPerMonth: 250_000,
    answersKeptMonths: 36,
    webhooks: 50,
    mcp: 'full',
    hasAlertDigest: false,
    hasDedicatedChannel: false,
    countsWebhookEvents: false,
  },
  agency: {
    label: 'Agency',
    usdPerMonth: 549.95,
    callsPerMonth: 50_000,
    callsPerMinute: 600,
    mostCallsPerMinute: 3_000,
    platforms: null,
    brands: 50,
    seats: null,
    prompts: 5_000,
    answersPerMonth: 1_000_000,
    answersKeptMonths: null,
    webhooks: 200,
    mcp: 'full',
    hasAlertDigest: true,
    hasDedicatedChannel: true,
    countsWebhookEvents: false,
  },
}

export const planSlugs: readonly PlanSlug[] = ['free', 'pro', 'business', 'agency']
