import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Default, Json } from './columns.ts'
import type {
  Actor,
  Role,
  MeasuredLift,
  RecommendationEvidence,
  RecommendationKind,
  RecommendationStatus,
  EventType,
  SightlineEvent,
} from '@sightline/sdk'

/** Rows as PostgreSQL keeps them; `test/schema.test.ts` holds this page against the migrated database. */
export type Tables = IdentityTables &
  JudgementTables &
  MoveTables &
  PeopleTables &
  RecommendationTables &
  SiteAuditTables &
  WebhookTables & {
    organization: OrganizationTable
    api_key: ApiKeyTable
    credential: { hash: Buffer; organization_id: string; key_id: string }
    brand: BrandTable
    competitor: CompetitorTable
    prompt: PromptTable
    schedule: ScheduleTable
    run: RunTable
    slot: SlotTable
    answer: AnswerTable
    observation: ObservationTable
    rollup: RollupTable
    current_score: CurrentScoreTable
    change_clock: { organization_id: string; changed_at: Date }
    source_page: SourcePageTable
    source_use: SourceUseTable
    daily_result: DailyResultTable
    stale_day: { organization_id: string; brand_id: string; day: string }
    daily_panel: { organization_id: string; brand_id: string; fingerprint: string }
    usage_period: { organization_id: string; period_start: Date; calls: Generated<number>; answers: Generated<number> }
    usage_detail: { organization_id: string; day: string; key_id: string; operation: string; calls: Generated<number> }
    audit_entry: AuditEntryTable
    job: JobTable
    idempotency_key: {
      organization_id: string
      key: string
      operation: string
      request_hash: Buffer
      // Sealed: a text in base 64.
      output: Json<string>
      created_at: Date
    }
  }

type OrganizationTable = {
  organization_id: string
  name: string
  plan: string
  status: Default<'active' | 'suspended'>
  calls_per_minute: Default<number | null>
  platform_weights: ColumnType<Record<string, number> | null, string | null | undefined, string | null>
  anchor_at: Date
  plan_since: Default<Date | null>
  answers_since: Default<string | null>
  created_at: Default<Date>
  updated_at: Default<Date>
}

type ApiKeyTable = {
  organization_id: string
  id: string
  name: string
  scopes: string[]
  brand_ids: string[] | null
  start: string
  last4: string
  expires_at: Date | null
  revoked_at: Default<Date | null>
  last_used_at: Default<Date | null>
  created_at: Default<Date>
}

type NamesColumns = {
  organization_id: string
  id: string
  name: string
  aliases: string[]
  excluded_names: string[]
  domains: string[]
  case_sensitive: boolean
  created_at: Default<Date>
  updated_at: Default<Date>
}
type BrandTable = NamesColumns & { status: Default<'active' | 'paused'>; is_default: Default<boolean> }
type CompetitorTable = NamesColumns & { brand_id: string }

type PromptTable = {
  organization_id: string
  id: string
  brand_id: string
  text: string
  topic: string | null
  tags: string[]
  country: string | null
  language: string | null
  is_branded: boolean
  is_paused: Default<boolean>
  status: Default<'active' | 'archived'>
  supersedes_id: string | null
  created_at: Default<Date>
  updated_at: Default<Date>
}

type ScheduleTable = {
  organization_id: string
  brand_id: string
  is_on: boolean
  hour: number
  days: number[]
  repeats: number
  platforms: string[] | null
  next_run_at: Date | null
}

type RunTable = {
  organization_id: string
  id: string
  brand_id: string
  kind: 'measure' | 'import'
  status: 'planned' | 'running' | 'completed' | 'cancelled'
  surface: 'import' | 'simulated' | null
  platforms: string[]
  prompt_ids: string[] | null
  repeats: number
  created_at: Default<Date>
  started_at: Default<Date | null>
  finished_at: Default<Date | null>
}

type SlotTable = {
  organization_id: string
  id: string
  run_id: string
  prompt_id: string
  platform: string
  repeat: number
  state: Default<'waiting' | 'stored' | 'extracted' | 'cancelled'>
  busy: Default<number>
}

type AnswerTable = {
  organization_id: string
  id: string
  brand_id: string
  run_id: string
  prompt_id: string
  platform: string
  surface: 'api' | 'serp' | 'import' | 'simulated'
  outcome: 'ok' | 'not_triggered' | 'refused' | 'empty' | 'failed'
  finish: string | null
  error_code: string | null
  external_id: string | null
  model: string | null
  country: string | null
  language: string | null
  text: Buffer
  raw: Buffer | null
  findings: Buffer | null
  input_tokens: number | null
  output_tokens: number | null
  searches_count: number | null
  cost_usd: number | null
  cost_basis: string | null
  provider: string | null
  parser_version: number | null
  tries: number | null
  latency_ms: number | null
  collected_at: Date
}

type ObservationTable = {
  organization_id: string
  answer_id: string
  brand_id: string
  run_id: string
  prompt_id: string
  platform: string
  day: string
  surface: string
  outcome: string
  named: string[]
  entities: Json<unknown>
  places: Buffer
  extraction_version: number
  unreadable: string | null
}

type RollupTable = {
  organization_id: string
  brand_id: string
  day: string
  platform: string
  prompt_id: string
  ok: number
  not_triggered: number
  refused: number
  empty: number
  failed: number
  unreadable: number
  simulated: number
  entities: Json<unknown>
}

type CurrentScoreTable = {
  organization_id: string
  brand_id: string
  time_window: string
  score: string
  relative_trend: string
  computed_at: Date
  version: GeneratedAlways<string>
}

type SourcePageTable = {
  organization_id: string
  brand_id: string
  page_id: string
  url: string | null
  domain: string
  site: string
  title: string | null
  owner: 'own' | 'competitor' | 'third_party'
  entity_id: string | null
}

type SourceUseTable = {
  organization_id: string
  answer_id: string
  brand_id: string
  prompt_id: string
  platform: string
  day: string
  cited: string[]
  cited_times: number[]
  listed: string[]
  searches: string[] | null
  changed_at: Date
  exported_at: Date
  digest: Default<Buffer>
  named: Default<string[]>
  dropped: Default<string[]>
  dropped_pages: Default<string[]>
}

type DailyResultTable = {
  organization_id: string
  dataset: string
  id: string
  brand_id: string
  day: string
  body: Json<unknown>
  changed_at: Date
  is_deleted: Default<boolean>
}

type AuditEntryTable = {
  organization_id: string
  id: Generated<number>
  at: Default<Date>
  actor: Json<unknown>
  action: string
  subject: string
  detail: Json<unknown>
}

type JobTable = {
  id: GeneratedAlways<number>
  task: string
  organization_id: string | null
  payload: Json<unknown>
  key: string | null
  queue: string | null
  priority: Default<number>
  run_at: Default<Date>
  created_at: Default<Date>
  attempts: Default<number>
  last_error: string | null
  claimed_by: string | null
  claimed_at: Date | null
  losses: Default<number>
  poisoned_at: Date | null
}

/** How people sign in. */
type IdentityTables = {
  login: LoginTable
  recovery_code: { person_id: string; hash: Buffer }
  web_session: WebSessionTable
  password_reset: { token_hash: Buffer; person_id: string; expires_at: Date }
  provider_identity: { issuer: string; subject: string; person_id: string }
  sign_in_attempt: { subject: Buffer; tries: number; ends_at: Date }
  installation: { is_it: Default<boolean>; claimed_at: Date }
}

type LoginTable = {
  person_id: string
  password: Default<string | null>
  password_changed_at: Default<Date | null>
  second_factor: Default<Buffer | null>
  second_factor_at: Default<Date | null>
  second_factor_step: Default<number>
}

type WebSessionTable = {
  token_hash: Buffer
  id: string
  person_id: string
  created_at: Date
  seen_at: Date
  expires_at: Date
  user_agent: string
  address: string
}

type JudgementTables = {
  model_key: {
    organization_id: string
    provider: 'openai' | 'anthropic'
    model: string
    sealed: Buffer
    last4: string
    is_judge: Default<boolean>
    set_at: Date
  }
  model_use: {
    organization_id: string
    id: string
    brand_id: string
    kind: 'judge' | 'prompts'
    provider: 'openai' | 'anthropic'
    model: string
    calls: Default<number>
    results: Default<number>
    input_tokens: Default<number>
    output_tokens: Default<number>
    estimated_usd: number | null
    usd: number | null
    failure: string | null
    started_at: Date
    changed_at: Date
  }
  judgement: {
    organization_id: string
    answer_id: string
    entity_id: string
    start_at: number
    end_at: number
    is_counted: boolean
    is_meant: boolean | null
    sentiment: 'positive' | 'neutral' | 'negative' | 'mixed' | null
    provider: 'openai' | 'anthropic'
    model: string
    judge_version: number
    judged_at: Date
    usd: number | null
  }
}

/** What is known of competitors' moves. */
type MoveTables = {
  competitor_standing: CompetitorStandingTable
  competitor_situation: CompetitorSituationTable
  known_name: { organization_id: string; brand_id: string; name_key: string; since: string }
}

type CompetitorStandingTable = {
  organization_id: string
  brand_id: string
  competitor_id: string
  standing: 'above' | 'below'
  since: string
  panel: string
}

type CompetitorSituationTable = {
  organization_id: string
  brand_id: string
  fingerprint: string
  competitor_id: string
  move: 'score_moved' | 'sov_moved'
  direction: 'up' | 'down'
  began: string
  last_seen: string
}

/** Who works in an organization, who is asked to, and what its people should know. */
type PeopleTables = {
  person: PersonTable
  membership: { organization_id: string; person_id: string; role: Role; created_at: Date }
  invitation: InvitationTable
  notice: NoticeTable
}

type PersonTable = {
  id: string
  email: string
  name: string
  created_at: Default<Date>
  /** Both null: nobody has vouched for the address. */
  verified_at: Default<Date | null>
  verified_by: Default<'provider' | 'operator' | null>
}

type InvitationTable = {
  organization_id: string
  id: string
  email: string
  role: Role
  token_hash: Buffer
  invited_by: Json<Actor>
  created_at: Date
  expires_at: Date
  accepted_at: Default<Date | null>
  accepted_by: Default<string | null>
  revoked_at: Default<Date | null>
}

type NoticeTable = {
  organization_id: string
  kind: string
  subject: string
  at: Date
  facts: Json<Record<string, unknown>>
}

export type CellOfAdvice = {
  promptId: string
  platform: string
  reach: number
  answers: number
  value: number
  target: number
  points: number
}

/** Advice drawn from answers, and what became of it. */
type RecommendationTables = { recommendation: RecommendationTable }

type RecommendationTable = {
  organization_id: string
  id: string
  brand_id: string
  kind: RecommendationKind
  subject: string
  status: RecommendationStatus
  status_changed_at: Date
  reason: string | null
  title: string
  summary: string
  effort: 'low' | 'medium' | 'high'
  estimated_lift: number
  lift_low: number
  lift_high: number
  success_rate: number
  time_window: string
  from_day: string
  to_day: string
  answers: number
  platforms: string[]
  is_simulated: boolean
  evidence: Json<RecommendationEvidence>
  cells: Json<CellOfAdvice[]>
  cell_count: number
  created_at: Date
  updated_at: Date
  seen_at: Date
  done_at: Date | null
  measured_lift: Json<MeasuredLift> | null
  changed_at: Date
}

type SiteAuditTables = {
  site_audit: { organization_id: string; brand_id: string; domain: string; checked_at: Date; body: Json<unknown> }
}

/** What happened, who is told of it, and how telling went. */
type WebhookTables = {
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
