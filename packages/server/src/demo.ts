import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { composeAnswers, demo, demoDays, type Lab } from '@sightline/lab'
import { scopes, sessionOperations } from '@sightline/sdk'
import { createOrganization } from './operations/accounts/organizations.ts'
import { brandHandlers } from './operations/measuring/brands.ts'
import { competitorHandlers } from './operations/measuring/competitors.ts'
import { promptHandlers } from './operations/measuring/prompts.ts'
import { importAnswers } from './operations/measuring/import-answers.ts'
import { runHandlers } from './operations/measuring/runs.ts'
import { asCommandLine, operate } from './commands/with-app.ts'
import { waitForRuns } from './commands/wait.ts'
import { DEMO_OWNER } from './identity/demo-owner.ts'
import { brandById, listBrands } from './store/measuring/brands.ts'
import { listOrganizations } from './store/accounts/operator.ts'
import { memberByEmail } from './store/accounts/people.ts'
import { platformsRunSince } from './store/measuring/runs.ts'
import type { App } from './app.ts'
import type { PlatformSlug } from '@sightline/sdk'
import { DAY_MS } from './engine/measuring/planning/day.ts'

/** What a newcomer is given: an organization with a brand, its past, and a key. */
export type Demo = { organizationId: string; brandId: string; key: string; isFilled: boolean }

/** Platforms of the simulated past. */
const platforms = ['chatgpt', 'google-aio', 'perplexity', 'claude', 'copilot'] as const satisfies PlatformSlug[]
const BATCH = 1_000
const actor = { kind: 'commandLine' } as const

/** The demo of this database; made at first use, with its past still to be filled. */
export async function openDemo(app: App, { dataDir, ownerUrl }: { dataDir: string; ownerUrl: string }): Promise<Demo> {
  const known = await readFile(noteOf(dataDir), 'utf8').then(
    (text) => JSON.parse(text) as Demo,
    () => null,
  )
  if (known && (await isThere(app, known))) return known
  const found = (await findDemo(app, ownerUrl)) ?? (await makeDemo(app))
  // Of a key that was issued before only the hash is kept.
  const body = { name: 'Demo', scopes: [...scopes] }
  const { secret: key } = await operate(app, found.organizationId, sessionOperations.createKey, { body })
  const opened = { ...found, key }
  await write(dataDir, opened)
  return opened
}

async function makeDemo(app: App): Promise<Omit<Demo, 'key'>> {
  const organizationId = await createOrganization(app.services, { name: demo.organization, plan: 'agency', actor })
  return { organizationId, brandId: await furnish(app, organizationId), isFilled: false }
}

/**
 * The demo of a database whose note stayed in another data folder, as after `restore`: the organization that the demo's
 * owner belongs to. Its past is complete when a run has followed it, as `firstRun` does.
 */
async function findDemo(app: App, ownerUrl: string): Promise<Omit<Demo, 'key'> | undefined> {
  for (const { id: organizationId } of await listOrganizations(ownerUrl)) {
    const found = await app.database.transaction(organizationId, async (db) => {
      if (!(await memberByEmail(db, organizationId, DEMO_OWNER))) return undefined
      const brands = await listBrands(db, organizationId, { limit: 1_000, after: null, ids: null })
      const brand = brands.find(({ name }) => name === demo.brand.name)
      const asked = brand && (await platformsRunSince(db, organizationId, new Date(0)))
      return brand && { organizationId, brandId: brand.id, isFilled: asked !== undefined && asked.length > 0 }
    })
    if (found) return found
  }
  return undefined
}

/** To be called when its past is complete: until then every start goes on with it. */
export const markFilled = (dataDir: string, made: Demo): Promise<void> => write(dataDir, { ...made, isFilled: true })

const noteOf = (dataDir: string): string => join(dataDir, 'demo.json')

/** Beside a database of one's own there may be no data folder yet. */
async function write(dataDir: string, made: Demo): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(noteOf(dataDir), JSON.stringify(made), { mode: 0o600 })
}

/** The note is of a data folder, which may have been used with another database since. */
async function isThere(app: App, { organizationId, brandId }: Demo): Promise<boolean> {
  const brand = await app.database.transaction(organizationId, (db) => brandById(db, organizationId, brandId))
  return brand !== undefined
}

async function furnish(app: App, organizationId: string): Promise<string> {
  return asCommandLine(app, organizationId, async (context) => {
    const names = ({ name, aliases, domain }: { name: string; aliases: readonly string[]; domain: string }) => ({
      name,
      aliases: [...aliases],
      domains: [domain],
      excludedNames: [],
      caseSensitive: false,
    })
    const body = { ...names(demo.brand), dryRun: false }
    const brand = await brandHandlers.createBrand(context, { params: {}, query: {}, body })
    for (const competitor of demo.competitors)
      await competitorHandlers.addCompetitor(context, { params: { id: brand.id }, query: {}, body: names(competitor) })
    const prompts = demo.prompts.map(({ text, topic, tags }) => ({
      text,
      topic,
      tags: [...tags],
      country: null,
      language: null,
    }))
    await promptHandlers.createPrompts(context, {
      params: { id: brand.id },
      query: {},
      body: { prompts, dryRun: false },
    })
    return brand.id
  })
}

/** Ninety simulated days, newest first, so that the score stands after the first batch; each day's answers arrive once. */
export async function fillPast(
  app: App,
  lab: Lab,
  { organizationId, brandId }: Demo,
  onProgress: (days: number) => void,
): Promise<void> {
  const today = app.services.now()
  const dayBack = (days: number): string => new Date(today.getTime() - days * DAY_MS).toISOString().slice(0, 10)
  for (let newest = 1; newest < demoDays; newest += BATCH_DAYS) {
    const oldest = Math.min(newest + BATCH_DAYS - 1, demoDays - 1)
    const answers = [
      ...composeAnswers(lab.market, { from: dayBack(oldest), to: dayBack(newest), platforms: [...platforms] }),
    ]
    for (let from = 0; from < answers.length; from += BATCH)
      await asCommandLine(app, organizationId, async (context) => {
        const brand = await brandHandlers.getBrand(context, { params: { id: brandId }, query: {}, body: undefined })
        const entries = answers.slice(from, from + BATCH).map((answer) => ({
          externalId: `demo ${answer.day} ${answer.platform} ${answer.sample} ${answer.prompt}`.slice(0, 200),
          prompt: answer.prompt,
          platform: answer.platform,
          text: answer.text,
          outcome: answer.outcome,
          model: answer.model,
          collectedAt: answer.collectedAt,
          citations: answer.citations.map(({ url, title }) => ({ url, title })),
        }))
        await importAnswers(context, brand, entries, {
          surface: 'simulated',
          allowNewPlatforms: false,
          provider: 'lab',
        })
      })
    onProgress(oldest)
  }
}

/** About one import batch. */
const BATCH_DAYS = 9

/** The first live run, which a newcomer can watch. */
export async function firstRun(
  app: App,
  { organizationId, brandId }: Demo,
  onProgress: (stored: number, planned: number) => void,
): Promise<void> {
  const body = { platforms: [...platforms], repeats: 1, dryRun: false }
  const run = await asCommandLine(app, organizationId, (context) =>
    runHandlers.startRun(context, { params: { id: brandId }, query: {}, body }),
  )
  if ('dryRun' in run) return
  await waitForRuns(app, organizationId, [run.id], ({ stored, planned }) => onProgress(stored, planned))
}
