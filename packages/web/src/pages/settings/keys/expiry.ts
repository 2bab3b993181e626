import { DAY_MS } from '../../../format/times.ts'

export type Expiry = 'never' | '30' | '90' | '365' | 'date'

export const expiryChoices: { value: Expiry; label: string }[] = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a day' },
  { value: 'never', label: 'Never' },
]

/** The instant as the API takes it; of a day its beginning in UTC. An empty day is left for the service to refuse. */
export function expiryInstant(expiry: Expiry, day: string, nowMs: number): string | null {
  if (expiry === 'never') return null
  if (expiry === 'date') return `${day}T00:00:00Z`
  return new Date(nowMs + Number(expiry) * DAY_MS).toISOString()
}
