import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Answer, type Client } from '@sightline/sdk'
import { reportsOf } from '../../packages/server/src/pipeline/score.ts'
import { verifyBrand, type Difference } from '../../packages/server/src/pipeline/verify.ts'
import type { Tenant, TestHouse } from './house.ts'
import { asOwner } from './owner.ts'

/** Waits, without a limit of its own (the test has one), until nothing that is due, or is soon tried again, is left to do. */
export async function quiet(house: TestHouse): Promise<void> {
  for (;;) {
    const [row] = await asOwner(
      house,
      `select count(*)::int as due from graphile_worker._private_jobs
       where run_at <= now() or (attempts > 0 and run_at < now() + interval '5 seconds')`,
    )
    if ((row as { due: number }).due === 0) return
    await sleep(50)
  }
}

/** Every stored answer of a brand, page after page, with its text. */
export async function allAnswers(client: Client, brandId: string, filter: { runId?: string } = {}): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let cursor: string | undefined; ;) {
    const page = await client.listAnswers({
      params: { id: brandId },
      query: { ...filter, limit: 100, include: 'text', ...(cursor !== undefined && { cursor }) },
    })
    answers.push(...page.data)
    if (!page.pagination.nextCursor) return answers
    cursor = page.pagination.nextCursor
  }
}

/** The error a call ends with, which must be one of the API's own. */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => assert.fail('the call was answered'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ApiError, String(error))
  return error
}

/** What `verify` finds: nothing, when all is equal. */
export async function differencesOf(
  house: TestHouse,
  { organizationId }: Tenant,
  brandId: string,
): Promise<Difference[]> {
  return (await verifyBrand(house.app.database, organizationId, brandId, reportsOf)).differences
}
