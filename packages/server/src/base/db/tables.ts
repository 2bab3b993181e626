import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Default, Json } from './columns.ts'
import type { IdentityTables } from './tables-identity.ts'
import type { JudgementTables } from './tables-judgements.ts'
import type { MoveTables } from './tables-moves.ts'
import type { PeopleTables } from './tables-people.ts'
import type { RecommendationTables } from './tables-recommendations.ts'
import type { SiteAuditTables } from './tables-site-audits.ts'
import type { WebhookTables } from './tables-webhooks.ts'

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
