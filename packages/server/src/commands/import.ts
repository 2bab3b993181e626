import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { platformSlugs } from '@sightline/sdk'
import { importAnswers } from '../operations/measuring/import-answers.ts'
import { asCommandLine, openApp, type OpenApp, type Shell } from './with-app.ts'
import { ensureBrand, type NamedEntity } from './brand-of.ts'
import { requireBrand } from '../operations/tenant.ts'
import { chooseOrganization } from './in-organization.ts'
import { progressBar, UsageError, type Terminal } from './terminal.ts'
import { scoreTable } from './score-table.ts'
import { waitForRuns } from './wait.ts'

export type ImportCommand = NamedEntity & { json?: boolean; org?: string; platform?: string }

/** Answers sent to the operation at once: its own limit. */
const BATCH = 1_000

type Totals = {
  accepted: number
  duplicates: number
  rejected: { line: number; code: string; message: string }[]
  runIds: string[]
  newPlatforms: string[]
}

/**
 * Imports a file with one JSON answer a line. The fields are those of POST /brands/{id}/answers; the usual other names
 * (`id` for externalId, `lang` for the language) are understood, and platforms outside the catalogue keep their own name.
 */
export async function importCommand(shell: Shell, file: string, options: ImportCommand): Promise<void> {
  const opened = await openApp(shell)
  try {
    const organizationId = await chooseOrganization(opened, options.org)
    const brand = await asCommandLine(opened.app, organizationId, (context) => ensureBrand(context, options))
    await opened.app.startWork()
    const totals = await importFile(opened, organizationId, brand.id, file, options, shell.terminal)
    await waitForRuns(opened.app, organizationId, totals.runIds, () => {})
    if (options.json) shell.terminal.out(`${JSON.stringify({ brandId: brand.id, organizationId, ...totals })}\n`)
    else await tell(opened, organizationId, brand.id, totals, shell.terminal)
  } finally {
    await opened.close()
  }
}

async function importFile(
  opened: OpenApp,
  organizationId: string,
  brandId: string,
  file: string,
  options: ImportCommand,
  terminal: Terminal,
): Promise<Totals> {
  const totals: Totals = { accepted: 0, duplicates: 0, rejected: [], runIds: [], newPlatforms: [] }
  const bar = progressBar(terminal, 'Importing')
  let lines: { line: number; entry: unknown }[] = []
  let line = 0
  const send = async (): Promise<void> => {
    if (lines.length > 0) await importBatch(opened, organizationId, brandId, lines, totals)
    lines = []
    bar.show(totals.accepted, line, `${totals.rejected.length} rejected`)
  }
  for await (const text of readLines(file)) {
    line += 1
    if (text.trim() === '') continue
    const entry = entryOf(text, options.platform)
    if (entry) lines.push({ line, entry })
    else totals.rejected.push({ line, code: 'invalid_json', message: 'This line is not a JSON object.' })
    if (lines.length === BATCH) await send()
  }
  await send()
  bar.end()
  return totals
}

async function* readLines(file: string): AsyncGenerator<string> {
  const stream = createReadStream(file)
  await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject)).catch(() => {
    throw new UsageError(`The file ${file} cannot be read.`)
  })
  yield* createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })
}

async function importBatch(
  opened: OpenApp,
  organizationId: string,
  brandId: string,
  lines: { line: number; entry: unknown }[],
  totals: Totals,
): Promise<void> {
  const entries = lines.map(({ entry }) => entry)
  const result = await asCommandLine(opened.app, organizationId, async (context) => {
    return importAnswers(context, await requireBrand(context, brandId), entries, {
      surface: 'import',
      allowNewPlatforms: true,
    })
  })
  totals.accepted += result.accepted
  totals.duplicates += result.duplicates
  if (result.runId) totals.runIds.push(result.runId)
  for (const { index, code, message } of result.rejected)
    totals.rejected.push({ line: lines[index]?.line ?? 0, code, message })
  for (const entry of entries) notePlatform(entry, totals)
}

function notePlatform(entry: unknown, totals: Totals): void {
  const slug = (entry as { platform?: unknown }).platform
  if (typeof slug === 'string' && !(platformSlugs as string[]).includes(slug) && !totals.newPlatforms.includes(slug))
    totals.newPlatforms.push(slug)
}

type Row = Record<string, unknown>

/** A line in the shape of the API; null when it is no JSON object. */
function entryOf(text: string, platform: string | undefined): Row | null {
  const row = parseRow(text)
  if (!row) return null
  const language = row['language'] ?? row['lang']
  const named = platform ?? row['platform']
  return {
    externalId: row['externalId'] ?? row['id'] ?? null,
    prompt: row['prompt'],
    platform: typeof named === 'string' ? slugOf(named) : named,
    text: row['text'] ?? row['answer'],
    outcome: row['outcome'] ?? null,
    model: row['model'] ?? null,
    collectedAt: row['collectedAt'] ?? row['collected_at'] ?? null,
    locale: row['locale'] ?? (typeof language === 'string' ? { country: null, language } : null),
    citations: citationsOf(row['citations']),
  }
}

function parseRow(text: string): Row | null {
  try {
    const row: unknown = JSON.parse(text)
    return typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Row) : null
  } catch {
    return null
  }
}

/** "Anthropic Claude 2" → `anthropic-claude-2`: an API's or another vendor's answer is not the app's, so it keeps its name. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 64)

function citationsOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? []
  return value.map((entry: unknown) =>
    typeof entry === 'string' ? { url: entry } : { url: (entry as Row)['url'], title: (entry as Row)['title'] ?? null },
  )
}

async function tell(
  opened: OpenApp,
  organizationId: string,
  brandId: string,
  totals: Totals,
  terminal: Terminal,
): Promise<void> {
  terminal.out(
    `Imported ${totals.accepted} answers; ${totals.duplicates} were there already; ${totals.rejected.length} rejected.\n`,
  )
  for (const { line, code, message } of totals.rejected.slice(0, 10))
    terminal.err(`  line ${line}: ${code}: ${message}\n`)
  if (totals.newPlatforms.length > 0)
    terminal.out(
      `${totals.newPlatforms.length} platforms are not in the catalogue and keep their own names: ${totals.newPlatforms.slice(0, 8).join(', ')}${totals.newPlatforms.length > 8 ? ' …' : ''}\n`,
    )
  terminal.out(await scoreTable(opened.app, organizationId, brandId))
}
