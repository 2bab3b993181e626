import type { Cost, Usage } from './platform.ts'

type Price = {
  /** US dollars per million tokens; a cached input token costs as much as a fresh one where no price is given. */
  input: number
  cachedInput?: number
  output: number
  /** US dollars for one search of the platform's own. */
  search: number
  /** The price holds to this many input tokens; beyond it another tariff holds, and the cost is unknown. */
  upToInputTokens?: number
}

/**
 * List prices by model, without date suffix, as of 20 November 2026 (N24), offline: to be checked on the day of launch.
 * From stored vendor pages: gpt-5.6, claude-haiku-4-5, claude-sonnet-5 and 5-5, deepseek (peak hours: an upper bound).
 * From release notes of other projects that quote the vendor: gpt-6, claude-haiku-5-5. From the research before the first
 * version: grok-4.3 (agrees with recorded bills), gpt-4o-mini-search-preview, searches of OpenAI and Anthropic. From general
 * knowledge: gpt-5, its mini and nano, gpt-5.2, gpt-4o-search-preview, claude-sonnet-4-x. A model that is not listed has no computed cost.
 */
const prices: Record<string, Price> = {
  'gpt-6-sol': { input: 2, cachedInput: 0.2, output: 10, search: 0.01, upToInputTokens: 272_000 },
  'gpt-6-luna': { input: 0.1, cachedInput: 0.01, output: 0.5, search: 0.01, upToInputTokens: 272_000 },
  'gpt-5.6-sol': { input: 4, cachedInput: 0.4, output: 20, search: 0.01, upToInputTokens: 272_000 },
  'gpt-5.6-terra': { input: 2, cachedInput: 0.2, output: 12, search: 0.01, upToInputTokens: 272_000 },
  'gpt-5.6-luna': { input: 0.2, cachedInput: 0.02, output: 1.2, search: 0.01, upToInputTokens: 272_000 },
  'gpt-5.2': { input: 1.75, cachedInput: 0.175, output: 14, search: 0.01 },
  'gpt-5': { input: 1.25, cachedInput: 0.125, output: 10, search: 0.01 },
  'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2, search: 0.01 },
  'gpt-5-nano': { input: 0.05, cachedInput: 0.005, output: 0.4, search: 0.01 },
  'gpt-4o-search-preview': { input: 2.5, output: 10, search: 0.025 },
  'gpt-4o-mini-search-preview': { input: 0.15, output: 0.6, search: 0.025 },
  'claude-haiku-5-5': { input: 0.1, cachedInput: 0.01, output: 0.5, search: 0.01, upToInputTokens: 100_000 },
  'claude-haiku-4-5': { input: 1, cachedInput: 0.1, output: 5, search: 0.01 },
  'claude-sonnet-5-5': { input: 2, cachedInput: 0.1, output: 10, search: 0.01 },
  'claude-sonnet-5': { input: 2, cachedInput: 0.2, output: 10, search: 0.01 },
  'claude-sonnet-4-6': { input: 3, cachedInput: 0.3, output: 15, search: 0.01 },
  'claude-sonnet-4-5': { input: 3, cachedInput: 0.3, output: 15, search: 0.01 },
  'grok-4.3': { input: 1.25, cachedInput: 0.2, output: 2.5, search: 0.005 },
  'deepseek-flash': { input: 0.3, cachedInput: 0.006, output: 1.2, search: 0.000_75 },
  'deepseek-v4-flash': { input: 0.3, cachedInput: 0.006, output: 1.2, search: 0.000_75 },
  'deepseek-v4-pro': { input: 1.32, cachedInput: 0.044, output: 3.96, search: 0.000_75 },
}

/**
 * List price × tokens + searches, in US dollars to nine places; unknown (null), never guessed, when the model is not in
 * the table or the reply gives no token counts. Reasoning tokens count as output where the platform counts them there;
 * `cachedInputTokens` is the part of `inputTokens` that came from a cache. A null number of searches counts as none.
 */
export function computedCost(model: string | null, usage: Usage, cachedInputTokens: number | null = 0): Cost {
  const price = priceOf(model)
  const { inputTokens, outputTokens } = usage
  if (!price || inputTokens === null || outputTokens === null) return { usd: null, basis: null }
  if (inputTokens > (price.upToInputTokens ?? Number.POSITIVE_INFINITY)) return { usd: null, basis: null }
  const cached = Math.min(cachedInputTokens ?? 0, inputTokens)
  const tokens = (inputTokens - cached) * price.input + cached * (price.cachedInput ?? price.input)
  const usd = (tokens + outputTokens * price.output) / 1e6 + (usage.searches ?? 0) * price.search
  return { usd: Math.round(usd * 1e9) / 1e9, basis: 'computed' }
}

/** `gpt-5-mini-2025-08-07`, `claude-haiku-4-5-20251001`, `…-latest` → the model's row; never a longer model's name. */
function priceOf(model: string | null): Price | undefined {
  const name = (model ?? '').replace(/(-\d{4}-\d{2}-\d{2}|-\d{8}|-latest)$/, '')
  return Object.hasOwn(prices, name) ? prices[name] : undefined
}
