import { renewJob, scoreJob, type Jobs } from '../jobs/kinds.ts'
import { answersByIds } from '../store/answers.ts'
import { keptBrand } from '../store/brands.ts'
import { answerIdsToRenew, brandsToRenew } from '../store/extractions.ts'
import { enqueue } from '../store/queue.ts'
import type { Pipeline } from './context.ts'
import { observe } from './extract.ts'
import { brandBook } from './names.ts'

type Needs = Pick<Pipeline, 'database' | 'extractionVersion' | 'books'>

/** Answers looked through in one transaction: some tenths of a second of work, so that others soon have their turn. */
export const RENEWED_AT_ONCE = 100
/** For a process of the new version to come. */
const LEFT_TO_OTHERS_MS = 10_000

/**
 * Looks through a brand's answers anew that an older detector looked through, a portion at a time, behind all other work.
 * A portion, its counts and the job for the next one are one transaction: whatever is killed, it goes on where it was.
 */
export async function renew(
  { database, extractionVersion, books }: Needs,
  { organizationId, brandId, version }: Jobs['renew'],
): Promise<void> {
  await database.transaction(organizationId, async (db) => {
    const next = renewJob({ organizationId, brandId, version })
    // Processes of two versions may work side by side while one takes the other's place.
    if (version > extractionVersion) return enqueue(db, [{ ...next, delayMs: LEFT_TO_OTHERS_MS }])
    const names = await brandBook(db, organizationId, brandId, books, keptBrand)
    if (!names) return
    const ids = await answerIdsToRenew(db, organizationId, brandId, version, RENEWED_AT_ONCE)
    await observe(db, organizationId, brandId, await answersByIds(db, organizationId, ids), {
      names,
      extractionVersion,
    })
    await enqueue(db, [ids.length === RENEWED_AT_ONCE ? next : scoreJob({ organizationId, brandId, runId: null })])
  })
}

/** At the start of a process: appoints the renewal of all brands that have answers of an older detector. @returns how many */
export async function appointRenewals(
  { database, extractionVersion: version }: Omit<Needs, 'books'>,
  organizationIds: readonly string[],
): Promise<number> {
  let appointed = 0
  for (const organizationId of organizationIds)
    appointed += await database.transaction(organizationId, async (db) => {
      const brandIds = await brandsToRenew(db, organizationId, version)
      await enqueue(
        db,
        brandIds.map((brandId) => renewJob({ organizationId, brandId, version })),
      )
      return brandIds.length
    })
  return appointed
}
