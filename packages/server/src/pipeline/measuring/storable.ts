import type { Reading } from '../../platforms/platform.ts'

const INTEGER_MAX = 2_147_483_647
const SMALLINT_MAX = 32_767

/**
 * A reading as the database and every reader of JSON can take it, whatever the platform sent: no NUL, no half characters,
 * counts that are counts. An answer that could not be stored would be asked, and paid for, again and again. What is not
 * text is replaced sign by sign, so that offsets stay.
 */
export function storable(reading: Reading): Reading {
  const { usage, cost } = reading
  return {
    ...mended(reading),
    usage: {
      inputTokens: count(usage.inputTokens, INTEGER_MAX),
      outputTokens: count(usage.outputTokens, INTEGER_MAX),
      reasoningTokens: count(usage.reasoningTokens, INTEGER_MAX),
      searches: count(usage.searches, SMALLINT_MAX),
    },
    cost: isPrice(cost.usd) ? cost : { usd: null, basis: null },
  }
}

const count = (value: number | null, max: number): number | null =>
  value !== null && Number.isInteger(value) && value >= 0 && value <= max ? value : null

const isPrice = (usd: number | null): boolean => usd === null || (Number.isFinite(usd) && usd >= 0)

/** The same value with every text in it mended: the shape stays, so the cast tells no lie. */
function mended<Value>(value: Value): Value {
  const mend = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replaceAll('\0', '\ufffd').toWellFormed()
    if (Array.isArray(part)) return part.map(mend)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, mend(inner)]))
  }
  return mend(value) as Value
}
