import type { Default } from './columns.ts'

export type JudgementTables = {
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
