/** Reading JSON of which nothing is promised (N28): every function takes anything and never throws. */

/** The parsed body; `undefined` when it is not JSON. */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The value at the end of a path of keys and list positions (negative ones count from the end), else `undefined`. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let current = value
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined
    if (Array.isArray(current)) current = typeof step === 'number' ? current.at(step) : undefined
    else current = Object.hasOwn(current, step) ? asRecord(current)[step] : undefined
  }
  return current
}

export const asString = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Finite numbers, also those sent as a string of digits. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return null
  return Number(value)
}

/** A list as it is, nothing as an empty list, anything else as a list of one (platforms send single entries bare). */
export function asArray(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null || value === '' ? [] : [value]
}

/** An object as it is, anything else as an empty object. */
export function asRecord(value: unknown): Record<string, unknown> {
  // A non-null object that is no list is a record of unknown values by definition.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** All fields, of each the last value. One by one: a call takes no hundred thousand arguments. */
export function mergeRecords(records: Record<string, unknown>[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {}
  for (const record of records) Object.assign(merged, record)
  return merged
}
