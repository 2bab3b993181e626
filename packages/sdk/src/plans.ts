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
    platforms: 2,
    brands: 1,
    seats: 1,
    prompts: 25,
    answersPerMonth: 2_500,
    mcp: 'read-only',
    hasAlertDigest: false,
  },
  pro: {
    label: 'Pro',
    usdPerMonth: 149.95,
    callsPerMonth: 2_500,
    callsPerMinute: 120,
    platforms: 5,
    brands: 10,
    seats: 10,
    prompts: 250,
    answersPerMonth: 50_000,
    mcp: 'full',
    hasAlertDigest: false,
  },
  business: {
    label: 'Business',
    usdPerMonth: null,
    callsPerMonth: 15_000,
    callsPerMinute: 300,
    platforms: 8,
    brands: 25,
    seats: 25,
    prompts: 1_000,
    answersPerMonth: 250_000,
    mcp: 'full',
    hasAlertDigest: false,
  },
  agency: {
    label: 'Agency',
    usdPerMonth: 549.95,
    callsPerMonth: 50_000,
    callsPerMinute: 600,
    platforms: null,
    brands: 50,
    seats: null,
    prompts: 5_000,
    answersPerMonth: 1_000_000,
    mcp: 'full',
    hasAlertDigest: true,
  },
} as const satisfies Record<string, Plan>

export type Plan = {
  label: string
  /** US dollars; null: not published. */
  usdPerMonth: number | null
  callsPerMonth: number
  callsPerMinute: number
  platforms: number | null
  brands: number
  seats: number | null
  prompts: number
  answersPerMonth: number
  mcp: 'read-only' | 'full'
  hasAlertDigest: boolean
}
export type PlanSlug = keyof typeof plans
export const planSlugs = Object.keys(plans) as PlanSlug[]
