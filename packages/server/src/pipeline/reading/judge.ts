import type { Doubt } from '../../engine/reading/judging/doubts.ts'
import {
  estimatedTokens,
  JUDGE_VERSION,
  judgeQuestion,
  PLACES_A_CALL,
  type ModelQuestion,
} from '../../engine/reading/judging/question.ts'
import { Interrupted } from '../../base/interruption.ts'
import { newDelimiter } from '../../base/prompt-delimiter.ts'
import { judgeJob, type Jobs } from '../../jobs/kinds.ts'
import type { ModelClient } from '../../models/model-client.ts'
import { answersByIds, type StoredAnswer } from '../../store/measuring/answers.ts'
import { judgementsOf, saveJudgements, validAnswerIdsAfter } from '../../store/reading/judgements.ts'
import { modelKeyOf, type StoredModelKey } from '../../store/accounts/model-keys.ts'
import { addToModelUse, countModelCall, endModelUse, modelUseById } from '../../store/accounts/model-uses.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import { runById } from '../../store/measuring/runs.ts'
import type { Pipeline } from '../context.ts'
import type { EntityNames } from '../../engine/reading/names/matcher.ts'
import { brandEntities } from './names.ts'

/** Questions a run: with the usual models some cents. */
export const CALLS_A_RUN = 200
/** Answers looked through by one job, so that it soon makes room for another organization's. */
const ANSWERS_A_JOB = 20

export type Judging = Pipeline & {
  asker: ModelClient
  /** Questions a run; less in tests. */
  callsARun?: number | undefined
}

/**
 * Asks an organization's own model about what the rules left ambiguous in the answers of a run, one answer a question, and
 * keeps its verdicts beside the rules' decisions. Whatever the model or its provider does, it ends here: nothing waits for it.
 */
export async function judge(judging: Judging, { organizationId, runId, after }: Jobs['judge']): Promise<void> {
  const db = judging.database.reader(organizationId)
  const [run, use] = await Promise.all([runById(db, organizationId, runId), modelUseById(db, organizationId, runId)])
  if (!run || use?.failure != null) return
  const names = await brandEntities(db, organizationId, run.brandId)
  if (!names) return
  const ids = await validAnswerIdsAfter(db, organizationId, runId, after, ANSWERS_A_JOB)
  const judged = new Set((await judgementsOf(db, organizationId, ids)).map(({ answerId }) => answerId))
  for (const answer of await answersByIds(db, organizationId, ids)) {
    // Answered before this job was killed, or before it was asked for again.
    if (judged.has(answer.id)) continue
    const isToGoOn = await judgeAnswer(judging, organizationId, answer, names)
    if (!isToGoOn) return
  }
  const last = ids.at(-1)
  if (ids.length < ANSWERS_A_JOB || last === undefined) return
  await judging.database.transaction(organizationId, (db) =>
    enqueue(db, [judgeJob({ organizationId, runId, after: last }, run.brandId)]),
  )
}

/** @returns whether the next answer may be asked about */
async function judgeAnswer(
  judging: Judging,
  organizationId: string,
  answer: StoredAnswer,
  entities: EntityNames[],
): Promise<boolean> {
  const { value } = await judging.threads.one(organizationId, 'doubts', entities, answer.text)
  const doubts = value?.slice(0, PLACES_A_CALL) ?? []
  if (doubts.length === 0) return true
  // Read anew each time: an admin may have turned the judge off a moment ago.
  const key = await modelKeyOf(judging.database.reader(organizationId), organizationId)
  if (!key?.isJudge) return false
  const byId = new Map(entities.map((entity) => [entity.id, entity]))
  const question = judgeQuestion(answer.text, doubts, byId, newDelimiter())
  if (!(await isAllowed(judging, organizationId, answer, key, question))) return false
  return ask(judging, organizationId, { answer, doubts, key, question })
}

async function isAllowed(
  { database, now, asker, callsARun = CALLS_A_RUN }: Judging,
  organizationId: string,
  { runId, brandId }: StoredAnswer,
  { provider, model }: StoredModelKey,
  question: ModelQuestion,
): Promise<boolean> {
  const estimatedUsd = asker.estimatedUsd(model, estimatedTokens(question))
  const asking = { id: runId, brandId, kind: 'judge' as const, provider, model, estimatedUsd, at: now() }
  return database.transaction(organizationId, async (db) => {
    const isCounted = await countModelCall(db, organizationId, asking, callsARun)
    if (!isCounted) await endModelUse(db, organizationId, runId, 'most_calls_made', now())
    return isCounted
  })
}

/** What the provider asked for, a minute at least. Each try counts as a call, so trying ends. */
const pauseMs = ({ retryAfterMs }: { retryAfterMs: number | null }): number => Math.max(60_000, retryAfterMs ?? 0)

/** @returns whether another question makes sense */
async function ask(
  { database, now, asker, threads, collecting: { signal } }: Judging,
  organizationId: string,
  {
    answer,
    doubts,
    key,
    question,
  }: { answer: StoredAnswer; doubts: Doubt[]; key: StoredModelKey; question: ModelQuestion },
): Promise<boolean> {
  const { reply, failure } = await asker.ask(organizationId, key, question)
  if (signal?.aborted) throw new Interrupted('The process is stopping: the model is asked again after the next start.')
  const verdicts = reply && (await threads.one(organizationId, 'verdicts', doubts, reply.answer)).value
  const judgedAt = now()
  return database.transaction(organizationId, async (db) => {
    if (failure?.lasts === 'this') return true
    if (failure?.lasts === 'lasting') await endModelUse(db, organizationId, answer.runId, failure.code, judgedAt)
    if (failure?.lasts === 'passing')
      await enqueue(db, [
        judgeJob({ organizationId, runId: answer.runId, after: '' }, answer.brandId, pauseMs(failure)),
      ])
    if (failure) return false
    const { inputTokens, outputTokens, usd } = reply
    const judgements = (verdicts ?? []).map(({ place, isMeant, sentiment }) => {
      const { entityId, start, end, isCounted } = doubts[place - 1]!
      return {
        answerId: answer.id,
        entityId,
        start,
        end,
        isCounted,
        isMeant,
        sentiment,
        provider: key.provider,
        model: reply.model ?? key.model,
        judgeVersion: JUDGE_VERSION,
        judgedAt,
        usd: usd === null ? null : usd / doubts.length,
      }
    })
    await saveJudgements(db, organizationId, judgements)
    const brought = { results: judgements.length, inputTokens, outputTokens, usd, at: judgedAt }
    await addToModelUse(db, organizationId, answer.runId, brought)
    return true
  })
}
