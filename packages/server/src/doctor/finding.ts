/** What was looked at, how it is, and what to do about it. */
export type Finding = {
  check: string
  /** A warning needs somebody some day, a fault now. */
  status: 'good' | 'warning' | 'fault'
  says: string
  /** What to do; null where nothing is to be done. */
  remedy: string | null
}

export const good = (check: string, says: string): Finding => ({ check, status: 'good', says, remedy: null })
export const warning = (check: string, says: string, remedy: string): Finding => ({
  check,
  status: 'warning',
  says,
  remedy,
})
export const fault = (check: string, says: string, remedy: string): Finding => ({
  check,
  status: 'fault',
  says,
  remedy,
})

/** The first of them that are wrong, and how many more. */
export function some(names: readonly string[], shown = 5): string {
  const more = names.length - shown
  return `${names.slice(0, shown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export const words = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
