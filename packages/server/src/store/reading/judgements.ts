import { sql } from 'kysely'
import type { ModelProvider } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'

/** A model's verdict on one place of one answer. */
export type JudgementRow = {
  answerId: string
  entityId: string
  start: number
  end: number
  /** What the rules had made of the place. */
  isCounted: boolean
  isMeant: boolean | null
  sentiment: 'positive' | 'neutral' | 'negative' | 'mixed' | null
  provider: ModelProvider
  model: string
  judgeVersion: number
  judgedAt: Date
  usd: number | null
}

/** The newest verdict on a place takes the place of the one before. */
export async function saveJudgements(db: Db, organizationId: string, judgements: JudgementRow[]): Promise<void> {
  if (judgements.length === 0) return
  await db
    .insertInto('judgement')
    .values(
      judgements.map((judgement) => ({
        organization_id: organizationId,
        answer_id: judgement.answerId,
        entity_id: judgement.entityId,
        start_at: judgement.start,
        end_at: judgement.end,
        is_counted: judgement.isCounted,
        is_meant: judgement.isMeant,
        sentiment: judgement.sentiment,
        provider: judgement.provider,
        model: judgement.model,
        judge_version: judgement.judgeVersion,
        judged_at: judgement.judgedAt,
        usd: judgement.usd,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'answer_id', 'entity_id', 'start_at']).doUpdateSet((eb) => ({
        end_at: eb.ref('excluded.end_at'),
        is_counted: eb.ref('excluded.is_counted'),
        is_meant: eb.ref('excluded.is_meant'),
        sentiment: eb.ref('excluded.sentiment'),
        provider: eb.ref('excluded.provider'),
        model: eb.ref('excluded.model'),
        judge_version: eb.ref('excluded.judge_version'),
        judged_at: eb.ref('excluded.judged_at'),
        usd: eb.ref('excluded.usd'),
      })),
    )
    .execute()
}

/** In the order of their places. */
export async function judgementsOf(db: Db, organizationId: string, answerIds: string[]): Promise<JudgementRow[]> {
  if (answerIds.length === 0) return []
  const rows = await db
    .selectFrom('judgement')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('answer_id', '=', sql<string>`any(${answerIds})`)
    .orderBy('answer_id')
    .orderBy('start_at')
    .orderBy('entity_id')
    .execute()
  return rows.map((row) => ({
    answerId: row.answer_id,
    entityId: row.entity_id,
    start: row.start_at,
    end: row.end_at,
    isCounted: row.is_counted,
    isMeant: row.is_meant,
    sentiment: row.sentiment,
    provider: row.provider,
    model: row.model,
    judgeVersion: row.judge_version,
    judgedAt: row.judged_at,
    usd: row.usd,
  }))
}

/** The next valid answers of a run in the order of their ids. */
export async function validAnswerIdsAfter(
  db: Db,
  organizationId: string,
  runId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select answer_id as id from observation
    where organization_id = ${organizationId} and run_id = ${runId} and outcome = 'ok' and answer_id > ${after}
    order by answer_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
