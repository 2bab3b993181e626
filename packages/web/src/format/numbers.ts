/** `+3.4`, `−0.6`, `0.0`: a change, with a true minus sign. */
export function signed(value: number, decimals = 1): string {
  const text = Math.abs(value).toFixed(decimals)
  if (Number(text) === 0) return text
  return `${value > 0 ? '+' : '−'}${text}`
}

/** `[46, 63]`: an interval in whole points; null where there is none. */
export const intervalText = (interval: readonly number[] | null, decimals = 0): string | null =>
  interval && interval.length === 2 ? `${fixed(interval[0], decimals)} to ${fixed(interval[1], decimals)}` : null

const fixed = (value: number | undefined, decimals: number): string => {
  const text = (value ?? 0).toFixed(decimals)
  return text.startsWith('-') ? (Number(text) === 0 ? text.slice(1) : `−${text.slice(1)}`) : text
}

/** `45 %`; with a decimal below 10 %, because 0.4 % is not 0 %. */
export function percent(rate: number | null): string {
  if (rate === null) return '–'
  const value = rate * 100
  return `${value > 0 && value < 9.95 ? value.toFixed(1) : value.toFixed(0)} %`
}

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
export const whole = (value: number): string => WHOLE.format(value)

/** `1 answer`, `1,204 answers`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${whole(count)} ${count === 1 ? noun : plural}`

const RANKS = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
/** `1st`, `2nd`, `11th`. */
export const ordinal = (place: number): string => `${place}${ENDINGS[RANKS.select(place)] ?? 'th'}`

const USD = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
export const usd = (value: number | null): string => (value === null ? '–' : USD.format(value))
