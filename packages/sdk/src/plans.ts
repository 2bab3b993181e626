/**
 * What each plan allows. Prices, calls, platforms, seats and brands as the specification gives them; the rest are
 * defaults. `null` as a price: not published. `null` as a limit: unlimited.
 */
export const plans = {
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
} as const satisfies Record<string, Plan>

export type Plan = {
  label: string
  /** US dollars; null: not published. */
  usdPerMonth: number | null
  callsPerMonth: number
  callsPerMinute: number
  /** What the operator may grant one organization. */
  mostCallsPerMinute: number
  platforms: number | null
  brands: number
  seats: number | null
  prompts: number
  answersPerMonth: number
  /** How long single answers are kept, with what was found in them; null: as long as the organization. Scores stay. */
  answersKeptMonths: number | null
  /** Subscriptions of the whole organization. */
  webhooks: number
  mcp: 'read-only' | 'full'
  hasAlertDigest: boolean
  /** One subscription that is told of everything, in a chat tool. */
  hasDedicatedChannel: boolean
  /** Whether an event that webhooks tell of counts as a call. */
  countsWebhookEvents: boolean
}
export type PlanSlug = keyof typeof plans
export const planSlugs = Object.keys(plans) as PlanSlug[]
