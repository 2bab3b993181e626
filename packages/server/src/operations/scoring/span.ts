import { Problem } from '@sightline/sdk'
import type { DayRange } from '../../engine/scoring/span-score.ts'
import { addDays, parseWindow } from '../../engine/scoring/windows.ts'
import { lastDayOf } from '../../store/scoring/rollups.ts'
import type { Context } from '../context.ts'
import { organizationOf } from '../tenant.ts'

const DEFAULT_DAYS = 28
const MAX_DAYS = 366

/**
 * The days that a query is about. A window ends on the last day with answers, and so do days without an end.
 * @returns null when the brand has no answers yet and no end is given
 * @throws Problem invalid_parameter for days in the wrong order, or too many
 */
export async function spanOf(
  context: Context,
  brandId: string,
  { window, from, to }: { window?: string | undefined; from?: string | undefined; to?: string | undefined },
): Promise<DayRange | null> {
  const last = to ?? (await lastDayOf(context.db, organizationOf(context), brandId))
  if (last === undefined) return null
  const days = window === undefined ? DEFAULT_DAYS : (parseWindow(window) ?? DEFAULT_DAYS)
  const first = from ?? addDays(last, 1 - days)
  if (to !== undefined && first > last) throw refused('from', 'Must not be after to.')
  if (first < addDays(last, 1 - MAX_DAYS)) throw refused('from', `Must be at most ${MAX_DAYS} days before the end.`)
  return { from: first, to: last }
}

const refused = (path: string, message: string): Problem =>
  new Problem('invalid_parameter', {
    message: `1 parameter is not valid: ${path} – ${message}`,
    details: [{ path, code: 'custom', message }],
  })
