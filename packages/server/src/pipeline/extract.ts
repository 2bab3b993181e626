import { extract as extractAnswer, EXTRACTION_VERSION } from '../engine/reading/extract.ts'
import { sourcesOf, type SourceUse } from '../engine/reading/sources.ts'
import { dayOf } from '../engine/scoring/windows.ts'
import { extractJob, reExtractJob, scoreJob, type Jobs } from '../jobs/kinds.ts'
import { answersAfter, answersByIds, type StoredAnswer } from '../store/answers.ts'
import { keptBrand } from '../store/brands.ts'
import type { Db } from '../store/database.ts'
import { saveObservations, type ObservationRow } from '../store/observations.ts'
import { enqueue } from '../store/queue.ts'
import { runById } from '../store/runs.ts'
import { markExtracted, unextractedIds } from '../store/slots.ts'
import type { Pipeline } from './context.ts'
import { brandBook, type BrandBook } from './names.ts'
import { countRollups } from './rollups.ts'
import { saveSources } from './sources.ts'

type Needs = Pick<Pipeline, 'database' | 'extractionVersion' | 'books'>

/** Answers looked through in one transaction: about a second of work. */
const BATCH = 500

/** Looks through the answers of a run that nobody looked through yet, and counts them. Ends with a job that scores. */
export async function extract(
  { database, extractionVersion, books }: Needs,
  { organizationId, runId }: Jobs['extract'],
): Promise<void> {
  await database.transaction(organizationId, async (db) => {
    const run = await runById(db, organizationId, runId)
    const names = run && (await brandBook(db, organizationId, run.brandId, books, keptBrand))
    if (!run || !names) return
    const ids = await unextractedIds(db, organizationId, runId, BATCH)
    await observe(db, organizationId, run.brandId, await answersByIds(db, organizationId, ids), {
      names,
      extractionVersion,
    })
    await markExtracted(db, organizationId, ids)
    const isMore = ids.length === BATCH
    await enqueue(db, [
      isMore
        ? extractJob({ organizationId, runId }, run.brandId)
        : scoreJob({ organizationId, brandId: run.brandId, runId }),
    ])
  })
}

/** The same for all stored answers of a brand, after its names changed: part after part, each in its own transaction. */
export async function reExtract(
  { database, extractionVersion, books }: Needs,
  { organizationId, brandId, after }: Jobs['re-extract'],
): Promise<void> {
  await database.transaction(organizationId, async (db) => {
    const names = await brandBook(db, organizationId, brandId, books, keptBrand)
    if (!names) return
    const answers = await answersAfter(db, organizationId, brandId, after, BATCH)
    await observe(db, organizationId, brandId, answers, { names, extractionVersion })
    const last = answers.at(-1)
    const isMore = answers.length === BATCH && last !== undefined
    await enqueue(db, [
      isMore
        ? reExtractJob({ organizationId, brandId, after: last.id })
        : scoreJob({ organizationId, brandId, runId: null }),
    ])
  })
}

/** Looks through answers and counts them: all that is made from an answer, made anew. */
export async function observe(
  db: Db,
  organizationId: string,
  brandId: string,
  answers: StoredAnswer[],
  { names, extractionVersion }: { names: BrandBook; extractionVersion: number },
): Promise<void> {
  const found = answers.map((answer) => lookThrough(answer, names, extractionVersion))
  const observations = found.map(({ observation }) => observation)
  await saveObservations(db, organizationId, observations)
  await countRollups(db, organizationId, brandId, observations)
  await saveSources(db, organizationId, brandId, found)
}

/** What one stored answer holds: who is named in it, and what it draws on (null: not a valid answer). */
export type Found = {
  observation: ObservationRow
  sources: SourceUse | null
  searches: string[] | null
  /** By entity id. */
  names: ReadonlyMap<string, string>
}

/** What is found in one stored answer; also what `verify` compares with. */
export function lookThrough(
  answer: StoredAnswer,
  { entities, book, namesById }: BrandBook,
  extractionVersion = EXTRACTION_VERSION,
): Found {
  const { citations, listed, searches } = answer.findings
  const found = extractAnswer({ outcome: answer.outcome, text: answer.text, citations, listed }, book, entities)
  const observation = {
    answerId: answer.id,
    brandId: answer.brandId,
    runId: answer.runId,
    promptId: answer.promptId,
    platform: answer.platform,
    day: dayOf(answer.collectedAt.getTime()),
    surface: answer.surface,
    outcome: answer.outcome,
    entities: found.entities,
    mentions: found.mentions,
    owners: [...found.citations, ...found.listed].flatMap(({ url, owner, entityId }) =>
      owner === 'third_party' || entityId === null ? [] : [{ url, owner, entityId }],
    ),
    extractionVersion,
  }
  return { observation, sources: sourcesOf(found), searches, names: namesById }
}
