import type { MeasuredLift, RecommendationEvidence, RecommendationKind, RecommendationStatus } from '@sightline/sdk'
import type { Json } from './columns.ts'

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
export type RecommendationTables = { recommendation: RecommendationTable }

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
