import { portionsOf } from '../../base/portions.ts'
import { sql, type Selectable } from 'kysely'
import { mapInSlices } from '../../base/event-loop.ts'
import { packBeside, packText, unpackBeside, unpackText } from '../../base/db/compression.ts'
import type { Db } from '../../base/db/db.ts'
import { withinIds } from '../../base/db/id-span.ts'
import type { Tables } from '../../base/db/tables.ts'

export type AnswerOutcome = Tables['answer']['outcome']
export type AnswerSurface = Tables['answer']['surface']

export type FoundSource = { url: string; rawUrl: string; isResolved: boolean; domain: string; title: string | null }
export type FoundCitation = FoundSource & { spans: { start: number; end: number }[]; count: number }

/** What the platform's reader found beside the text. */
export type Findings = {
  citations: FoundCitation[]
  listed: FoundSource[]
  searches: string[] | null
  location?: string | null
  unknownItems?: number
}

export type StoredAnswer = {
  id: string
  brandId: string
  runId: string
  promptId: string
  platform: string
  surface: AnswerSurface
  outcome: AnswerOutcome
  finish: string | null
  errorCode: string | null
  externalId: string | null
  model: string | null
  country: string | null
  language: string | null
  text: string
  findings: Findings
  inputTokens: number | null
  outputTokens: number | null
  searchesCount: number | null
  costUsd: number | null
  costBasis: string | null
  provider: string | null
  parserVersion: number | null
  tries: number | null
  latencyMs: number | null
  collectedAt: Date
}

/** An answer as it comes in. The raw replies are kept for better readers to come, and for who wants to see them. */
export type NewAnswer = StoredAnswer & {
  /** Every reply body as received; null for imports. */
  raw: string[] | null
}

/** Without the raw reply, which may be a hundred times the text. */
const READ_COLUMNS = [
  'id',
  'brand_id',
  'run_id',
  'prompt_id',
  'platform',
  'surface',
  'outcome',
  'finish',
  'error_code',
  'external_id',
  'model',
  'country',
  'language',
  'text',
  'findings',
  'input_tokens',
  'output_tokens',
  'searches_count',
  'cost_usd',
  'cost_basis',
  'provider',
  'parser_version',
  'tries',
  'latency_ms',
  'collected_at',
] as const satisfies (keyof Tables['answer'])[]
type ReadRow = Pick<Selectable<Tables['answer']>, (typeof READ_COLUMNS)[number]>

/** A statement of so many rows is made in a few milliseconds. */
const INSERTED_AT_ONCE = 50

/** Written once. @returns the ids that were new: an answer, or an external id, that is there already is left alone */
export async function insertAnswers(db: Db, organizationId: string, answers: NewAnswer[]): Promise<string[]> {
  const inserted: string[] = []
  for (const portion of portionsOf(answers, INSERTED_AT_ONCE)) {
    const rows = await mapInSlices(portion, (answer) => toRow(organizationId, answer))
    const statement = db
      .insertInto('answer')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
    for (const { id } of await statement.execute()) inserted.push(id)
  }
  return inserted
}

/** Which of these external ids a brand has answers for. */
export async function knownExternalIds(
  db: Db,
  organizationId: string,
  brandId: string,
  externalIds: string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('answer')
    .select('external_id')
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where('external_id', '=', sql<string>`any(${externalIds})`)
    .execute()
  return new Set(rows.flatMap((row) => row.external_id ?? []))
}

export async function answersByIds(db: Db, organizationId: string, ids: string[]): Promise<StoredAnswer[]> {
  return mapInSlices(await rowsByIds(db, organizationId, ids), fromRow)
}

/** The same by id, each unpacked where it is asked for. */
export async function packedAnswersByIds(
  db: Db,
  organizationId: string,
  ids: string[],
): Promise<Map<string, () => StoredAnswer>> {
  const rows = await rowsByIds(db, organizationId, ids)
  return new Map(rows.map((row) => [row.id, () => fromRow(row)]))
}

async function rowsByIds(db: Db, organizationId: string, ids: string[]): Promise<ReadRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('answer')
    .select(READ_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids})`)
    .where(withinIds('id', ids))
    .orderBy('id')
    .execute()
}

/** Every reply body as received; null where none was: an import, or a platform that could not be reached. */
export async function repliesOf(db: Db, organizationId: string, id: string): Promise<string[] | null> {
  const row = await db
    .selectFrom('answer')
    .select(['text', 'raw'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  // Written by packBeside below, so the shape is ours.
  return row?.raw ? (unpackBeside(row.raw, unpackText(row.text)) as string[]) : null
}

/** A brand's answers in the order of their ids, a part at a time: for extracting the past anew and for `verify`. */
export async function answersAfter(
  db: Db,
  organizationId: string,
  brandId: string,
  after: string,
  limit: number,
): Promise<StoredAnswer[]> {
  const { rows } = await sql<ReadRow>`
    select ${sql.join(READ_COLUMNS.map((column) => sql.ref(`answer.${column}`)))} from observation join answer
      on answer.organization_id = observation.organization_id and answer.id = observation.answer_id
    where observation.organization_id = ${organizationId} and observation.brand_id = ${brandId} and observation.answer_id > ${after}
    order by observation.answer_id limit ${limit}`.execute(db)
  return mapInSlices(rows, fromRow)
}

function toRow(organizationId: string, answer: NewAnswer) {
  const { findings } = answer
  const hasFindings = findings.citations.length > 0 || findings.listed.length > 0 || findings.searches !== null
  return {
    organization_id: organizationId,
    id: answer.id,
    brand_id: answer.brandId,
    run_id: answer.runId,
    prompt_id: answer.promptId,
    platform: answer.platform,
    surface: answer.surface,
    outcome: answer.outcome,
    finish: answer.finish,
    error_code: answer.errorCode,
    external_id: answer.externalId,
    model: answer.model,
    country: answer.country,
    language: answer.language,
    text: packText(answer.text),
    raw: answer.raw && packBeside(answer.raw, answer.text),
    findings: hasFindings ? packBeside(findings, answer.text) : null,
    input_tokens: answer.inputTokens,
    output_tokens: answer.outputTokens,
    searches_count: answer.searchesCount,
    cost_usd: answer.costUsd,
    cost_basis: answer.costBasis,
    provider: answer.provider,
    parser_version: answer.parserVersion,
    tries: answer.tries,
    latency_ms: answer.latencyMs,
    collected_at: answer.collectedAt,
  }
}

function fromRow(row: ReadRow): StoredAnswer {
  const text = unpackText(row.text)
  return {
    id: row.id,
    brandId: row.brand_id,
    runId: row.run_id,
    promptId: row.prompt_id,
    platform: row.platform,
    surface: row.surface,
    outcome: row.outcome,
    finish: row.finish,
    errorCode: row.error_code,
    externalId: row.external_id,
    model: row.model,
    country: row.country,
    language: row.language,
    text,
    // Written by packBeside above, so the shape is ours.
    findings: row.findings
      ? (unpackBeside(row.findings, text) as Findings)
      : { citations: [], listed: [], searches: null },
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    searchesCount: row.searches_count,
    costUsd: row.cost_usd,
    costBasis: row.cost_basis,
    provider: row.provider,
    parserVersion: row.parser_version,
    tries: row.tries,
    latencyMs: row.latency_ms,
    collectedAt: row.collected_at,
  }
}
