import type { Run } from '@sightline/sdk'
import { promptHandlers } from '../operations/measuring/prompts.ts'
import { createOrganization } from '../operations/accounts/organizations.ts'
import { runHandlers } from '../operations/measuring/runs.ts'
import { listOrganizations } from '../store/accounts/operator.ts'
import { ensureBrand, type NamedEntity } from './brand-of.ts'
import { asCommandLine, openApp, type OpenApp, type Shell } from './with-app.ts'
import { chooseOrganization } from './in-organization.ts'
import { brandScore, scoreTable } from './score-table.ts'
import { progressBar, UsageError } from './terminal.ts'
import { waitForRuns } from './wait.ts'

export type MeasureCommand = NamedEntity & {
  json?: boolean
  org?: string
  prompt?: string[]
  platform?: string[]
  repeats: string
  demo?: boolean
}

/** One measurement without a server: asks, waits, prints. Everything is kept, so the next one has a trend. */
export async function measureCommand(shell: Shell, options: MeasureCommand): Promise<void> {
  const opened = await openApp(shell, { isDemo: options.demo ?? false })
  try {
    if (opened.platforms.platforms.length === 0)
      throw new UsageError(
        'No platform is set up. Set at least one key, for example OPENAI_API_KEY, or add --demo to ask the simulated market.',
      )
    const organizationId = await organizationFor(opened, options.org)
    await opened.app.startWork()
    const { brandId, run } = await begin(opened, organizationId, options)
    const bar = progressBar(shell.terminal, 'Asking')
    let last: Run = run
    await waitForRuns(opened.app, organizationId, [run.id], (present) => {
      last = present
      bar.show(present.stored, present.planned, present.failed > 0 ? `${present.failed} failed` : '')
    })
    bar.end()
    if (options.json)
      shell.terminal.out(
        `${JSON.stringify({ run: last, score: await brandScore(opened.app, organizationId, brandId) })}\n`,
      )
    else shell.terminal.out(`${await scoreTable(opened.app, organizationId, brandId)}${failures(last)}`)
  } finally {
    await opened.close()
  }
}

async function organizationFor(opened: OpenApp, named: string | undefined): Promise<string> {
  const present = await listOrganizations(opened.installation.ownerUrl)
  if (named !== undefined || present.length > 0) return chooseOrganization(opened, named)
  return createOrganization(opened.app.services, {
    name: 'Command line',
    plan: 'agency',
    actor: { kind: 'commandLine' },
  })
}

async function begin(
  opened: OpenApp,
  organizationId: string,
  options: MeasureCommand,
): Promise<{ brandId: string; run: Run }> {
  return asCommandLine(opened.app, organizationId, async (context) => {
    const brand = await ensureBrand(context, options)
    const market = opened.platforms.lab?.market
    for (const name of [brand.name, ...(options.competitor ?? []).map((entry) => entry.split('=')[0] ?? '')])
      if (market && !market.brands.some((known) => known.name === name)) market.addBrand({ name, aliases: [] })
    const params = { id: brand.id }
    const texts = options.prompt ?? []
    const added =
      texts.length === 0
        ? []
        : await promptHandlers
            .createPrompts(context, {
              params,
              query: {},
              body: {
                prompts: texts.map((text) => ({ text, topic: null, tags: [], country: null, language: null })),
                dryRun: false,
              },
            })
            .then(({ data, duplicates }) => [
              ...data.map((prompt) => prompt.id),
              ...duplicates.map(({ promptId }) => promptId),
            ])
    const run = await runHandlers.startRun(context, {
      params,
      query: {},
      body: {
        repeats: repeatsOf(options.repeats),
        dryRun: false,
        ...(added.length > 0 && { promptIds: added }),
        ...(options.platform && { platforms: options.platform }),
      },
    })
    if ('dryRun' in run) throw new UsageError('A measurement cannot be a dry run.')
    return { brandId: brand.id, run }
  })
}

function repeatsOf(text: string): number {
  const repeats = Number(text)
  if (!Number.isInteger(repeats) || repeats < 1 || repeats > 10)
    throw new UsageError(`--repeats must be a whole number from 1 to 10; "${text}" is none.`)
  return repeats
}

/** A failing platform never spoils a run: it is told apart. */
function failures(run: Run): string {
  const failing = run.platforms.filter((platform) => platform.failed > 0)
  if (failing.length === 0) return ''
  const lines = failing.map(
    (platform) =>
      `  ${platform.slug}: ${platform.failed} of ${platform.planned} failed (${platform.errors.map(({ code, count }) => `${code} × ${count}`).join(', ')})`,
  )
  return `\nNot answered:\n${lines.join('\n')}\n`
}
