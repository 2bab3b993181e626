import assert from 'node:assert/strict'
import { ApiError, type Answer, type Client } from '@sightline/sdk'
import { reportsOf } from '../../packages/server/src/pipeline/scoring/score.ts'
import {
  verifyBrand,
  type Mismatch,
  type Verified,
  type VerifyOptions,
  type Verifying,
} from '../../packages/server/src/pipeline/reading/verify.ts'
import type { Tenant, TestApp } from './test-app.ts'
import { jobsIn, makeDue } from './queue.ts'
import { eventually } from './eventually.ts'

/** Waits, without a limit of its own (the test has one), until nothing that is due, or is soon tried again, is left to do. */
export async function quiet(house: TestApp): Promise<void> {
  const isQuiet = async (): Promise<boolean> => {
    const soonAgain = new Date(Date.now() + 5_000)
    const jobs = await jobsIn(house.app.database)
    return !jobs.some(({ runAt, attempts }) => runAt <= new Date() || (attempts > 0 && runAt < soonAgain))
  }
  await eventually(isQuiet, 'no job is left that is due', 50)
}

/** Waits until nothing changes by itself: what senders appointed, should they fall silent, is looked at now and not in the middle of a test. */
export async function atRest(house: TestApp): Promise<void> {
  await quiet(house)
  await makeDue(house.app.database, 'deliver-next:%')
  await quiet(house)
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
export const differencesOf = async (
  house: TestApp,
  { organizationId }: Pick<Tenant, 'organizationId'>,
  brandId: string,
): Promise<Mismatch[]> => (await verified(house.app, organizationId, brandId)).differences

/** The same with what is unfinished, and with another detector or size of batches. */
export async function verified(
  app: Verifying,
  organizationId: string,
  brandId: string,
  options: Pick<VerifyOptions, 'extractionVersion' | 'batch'> = {},
): Promise<Verified & { differences: Mismatch[] }> {
  const differences: Mismatch[] = []
  const tell = (difference: Mismatch): void => void differences.push(difference)
  return {
    ...(await verifyBrand(app, organizationId, brandId, { report: reportsOf, tell, ...options })),
    differences,
  }
}
