import type { EventType, SightlineEvent } from '@sightline/sdk'
import type { Generated } from 'kysely'
import type { Default, Json } from './columns.ts'

/** What happened, who is told of it, and how telling went. */
export type WebhookTables = {
  event: EventTable
  webhook: WebhookTable
  webhook_secret: WebhookSecretTable
  webhook_baseline: WebhookBaselineTable
  score_baseline: ScoreBaselineTable
  delivery: DeliveryTable
  delivery_attempt: DeliveryAttemptTable
}

type EventTable = {
  organization_id: string
  id: string
  brand_id: string
  type: EventType
  sequence: number
  occurred_at: Date
  body: Json<SightlineEvent>
  changed_at: Date
}

type WebhookTable = {
  organization_id: string
  id: string
  url: string
  events: EventType[]
  threshold: number
  brand_ids: string[] | null
  format: 'event' | 'slack' | 'discord' | 'teams' | 'googlechat'
  only_significant: Default<boolean>
  description: string | null
  is_channel: Default<boolean>
  status: Default<'active' | 'paused' | 'disabled'>
  status_reason: Default<'owner' | 'gone' | 'failing' | 'plan' | null>
  failing_since: Default<Date | null>
  failures: Generated<number>
  warned_at: Default<Date | null>
  last_success_at: Default<Date | null>
  last_failure_at: Default<Date | null>
  created_at: Default<Date>
  updated_at: Default<Date>
}

type WebhookSecretTable = {
  organization_id: string
  webhook_id: string
  number: number
  sealed: Buffer
  created_at: Date
  expires_at: Date | null
}

type ScoreBaselineTable = {
  organization_id: string
  brand_id: string
  composite: number
  platforms: Json<Record<string, number>>
  reported_at: Date
}
type WebhookBaselineTable = ScoreBaselineTable & { webhook_id: string }

type DeliveryTable = {
  organization_id: string
  id: string
  webhook_id: string
  event_id: string
  event_type: EventType
  // Null: from before it was kept.
  brand_id: Default<string | null>
  is_test: Default<boolean>
  status: 'pending' | 'delivered' | 'failed' | 'suppressed_quota' | 'cancelled'
  body: string
  attempts: Generated<number>
  next_attempt_at: Date | null
  fence: Generated<number>
  claimed_until: Default<Date | null>
  claimed_by: Default<string | null>
  created_at: Date
  finished_at: Default<Date | null>
}

type DeliveryAttemptTable = {
  organization_id: string
  delivery_id: string
  number: number
  started_at: Date
  duration_ms: number
  status: number | null
  reason: string | null
  request_headers: Json<Record<string, string>>
  response_headers: Json<Record<string, string> | null>
  response_start: string | null
}
