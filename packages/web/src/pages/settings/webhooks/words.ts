import type { EntryOf } from '../../../api/contract.ts'
import type { BadgeTone } from '../../../design/Badge.tsx'

export type Webhook = EntryOf<'listWebhooks'>
export type Delivery = EntryOf<'listDeliveries'>

// The contract holds every table here: a name that is missing does not compile.
export const eventWords: Record<Webhook['events'][number], { label: string; says: string }> = {
  'score.changed': { label: 'Score changed', says: 'A brand’s score moves by the threshold or more.' },
  'recommendation.new': {
    label: 'New recommendation',
    says: 'Advice with an estimated lift of the threshold or more.',
  },
  'competitor.alert': {
    label: 'Competitor alert',
    says: 'A rival overtakes, falls behind or newly appears; other moves from the threshold on.',
  },
}

export const formatWords: Record<Webhook['format'], string> = {
  event: 'The event as JSON',
  slack: 'A message for Slack',
  discord: 'A message for Discord',
  teams: 'A message for Microsoft Teams',
  googlechat: 'A message for Google Chat',
}

export const statusWords: Record<Webhook['status'], string> = {
  active: 'Active',
  paused: 'Paused',
  disabled: 'Disabled',
}
export const statusTones: Record<Webhook['status'], BadgeTone> = { active: 'good', paused: 'plain', disabled: 'bad' }

export const reasonWords: Record<NonNullable<Webhook['statusReason']>, string> = {
  owner: 'Paused by you. What happens meanwhile is not delivered; it can be read under Events.',
  plan: 'Above your plan’s number of webhooks. It goes on with a larger plan, or when others are deleted.',
  gone: 'The receiver answered 410 “gone”. Enable it again when the address is back.',
  failing: 'Every attempt failed for 120 hours. Mend the receiver, then enable it again.',
}

export const deliveryWords: Record<Delivery['status'], string> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  suppressed_quota: 'Kept back',
  cancelled: 'Cancelled',
}
export const deliveryTones: Record<Delivery['status'], BadgeTone> = {
  pending: 'accent',
  delivered: 'good',
  failed: 'bad',
  suppressed_quota: 'warn',
  cancelled: 'plain',
}
export const deliverySays: Record<Delivery['status'], string> = {
  pending: 'Waits for its next attempt.',
  delivered: 'The receiver answered with success.',
  failed: 'All attempts failed. It can be sent again.',
  suppressed_quota: 'The month’s calls were used up. It can be sent again when there are calls.',
  cancelled: 'The webhook was disabled before it was sent. It can be sent again.',
}

type AttemptResult = { status: number | null; reason: string | null; durationMs: number }

/** `204 in 85 ms`, `No answer (timeout) after 15,000 ms`. */
export function outcomeText({ status, reason, durationMs }: AttemptResult): string {
  if (status === null) return `No answer${reason === null ? '' : ` (${reason})`} after ${durationMs} ms`
  return `${status}${reason === null ? '' : ` (${reason})`} in ${durationMs} ms`
}
