import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { tools } from '../packages/mcp/src/tools.ts'
import { bundledMcp, bundleMcp, desktopBundle } from '../scripts/bundle.ts'
import { aRecommendation } from './support/gap-market.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { openMcp, type Era } from './support/mcp.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { twoWeeks, type TwoWeeks } from './support/two-weeks.ts'
import { eventually } from './support/eventually.ts'

const bin = join(import.meta.dirname, '../judges/node_modules/.bin')
const isHere = existsSync(join(bin, 'mcp-inspector'))
const skip = isHere ? false : 'the judges are not installed; to hear them: npm ci --prefix judges'
const ERAS: Era[] = ['modern', 'legacy']

/** The Inspector's exit codes: a tool answered, a tool answered with an error. */
const OK = 0
const TOOL_ERROR = 5

describe('outside judges of the published form of the MCP server', { skip, timeout: 1_800_000 }, () => {
  let house: TestApp
  let weeks: TwoWeeks
  let tenant: Tenant
  let folder: string

  before(async () => {
    await bundleMcp()
    house = await openTestApp({ lab: {} })
    weeks = await twoWeeks(house)
    tenant = weeks.tenant
    await liftMinuteLimit(house, tenant)
    folder = await mkdtemp(join(tmpdir(), 'sightline-judges-'))
  })
  after(async () => {
    await house.close()
    await rm(folder, { recursive: true })
  })

  const inspect = (era: Era, ...args: string[]): Promise<Ended> =>
    run('mcp-inspector', [
      '--cli',
      '-q',
      '-e',
      `SERVICE_API_KEY=${tenant.key}`,
      '-e',
      `SERVICE_BASE_URL=${house.baseUrl}`,
      process.execPath,
      bundledMcp,
      '--protocol-era',
      era,
      ...args,
      '--format',
      'json',
    ])

  for (const era of ERAS) {
    test(`Inspector, ${era}: 37 tools, resources, prompts; strict about every schema, without an error or a warning`, async () => {
      const { code, out, err } = await inspect(era, '--method', 'tools/list', '--strict')
      assert.deepEqual({ code, err }, { code: OK, err: '' })
      assert.equal((JSON.parse(out) as { result: { tools: unknown[] } }).result.tools.length, 37)
      for (const method of ['initialize', 'resources/list', 'resources/templates/list', 'prompts/list'])
        assert.equal((await inspect(era, '--method', method)).code, OK, method)
      const prompt = ['--method', 'prompts/get', '--prompt-name', 'weekly_report', '--prompt-args', 'brandId=Fernhold']
      assert.equal((await inspect(era, ...prompt)).code, OK)
      const uri = 'sightline://brands/Fernhold/report'
      assert.match((await inspect(era, '--method', 'resources/read', '--uri', uri)).out, /composite: 60/)
    })

    test(`Inspector, ${era}: every tool answers good arguments, and bad ones with an error of a tool`, async () => {
      const good = await goodArguments()
      const call = (name: string, given: Record<string, unknown>): Promise<Ended> => {
        const pairs = Object.entries(given).flatMap(([key, value]) => [
          '--tool-arg',
          `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
        ])
        return inspect(era, '--method', 'tools/call', '--tool-name', name, ...pairs)
      }
      await inPairs(tools, async ({ name }) => {
        const answered = await call(name, good[name] ?? {})
        assert.equal(answered.code, OK, `${name}: ${answered.out}${answered.err}`)
        const refused = await call(name, { ...good[name], nonsense: 'x' })
        assert.equal(refused.code, TOOL_ERROR, `${name}: ${refused.out}${refused.err}`)
        assert.match(refused.out + refused.err, /invalid_arguments/)
      })
    })
  }

  /** Fresh things for each round, since some tools take them away. */
  const goodArguments = async (): Promise<Record<string, Record<string, unknown>>> => {
    const { client } = tenant
    const params = { id: weeks.brandId }
    const unique = String(performance.now())
    const { id: brandId } = await client.createBrand({ body: { name: `Advised ${unique}` } })
    await client.addCompetitor({ params: { id: brandId }, body: { name: 'Quorvane' } })
    const recommendationId = await aRecommendation(house, client, brandId)
    const rival = await client.addCompetitor({ params, body: { name: `Rival ${unique}` } })
    const hook = (path: string) =>
      client.createWebhook({ body: { url: `https://example.com/${path}`, events: ['score.changed'] } })
    const { data: prompts } = await client.createPrompts({
      params,
      body: { prompts: [{ text: `one ${unique}` }, { text: `two ${unique}` }] },
    })
    const { data: answers } = await client.listAnswers({ params, query: { limit: 1 } })
    const { data: runs } = await client.listRuns({ query: { brandId: weeks.brandId } })
    const own = { brandId: weeks.brandId }
    const given: Record<string, Record<string, unknown>> = {
      get_answer: { answerId: answers[0]?.id },
      get_run: { runId: runs[0]?.id },
      create_brand: { name: `New ${unique}`, domains: ['new.example'], dryRun: true },
      update_brand: { ...own, aliases: ['FH'] },
      add_competitor: { ...own, name: `Another ${unique}` },
      remove_competitor: { ...own, competitorId: rival.id },
      create_prompts: { ...own, prompts: [`three ${unique}`], tags: ['a'] },
      update_prompt: { promptId: prompts[0]?.id, topic: 'crm' },
      archive_prompts: { promptIds: [prompts[1]?.id] },
      update_recommendation: { recommendationId, status: 'accepted' },
      start_run: { ...own, platforms: ['chatgpt'], dryRun: true },
      create_webhook: { url: 'https://example.com/new', events: ['competitor.alert'], threshold: 5 },
      update_webhook: { webhookId: (await hook('one')).id, threshold: 7 },
      delete_webhook: { webhookId: (await hook('two')).id },
    }
    const takesBrand = tools.filter((tool) => 'brandId' in tool.parameters.shape && !given[tool.name])
    return { ...given, ...Object.fromEntries(takesBrand.map(({ name }) => [name, { brandId: 'Fernhold' }])) }
  }

  test('the official conformance suite: nothing of 2026-07-28 fails but what asks for the suite’s own fixtures', async () => {
    const mcp = await openMcp(
      { SERVICE_API_KEY: tenant.key, SERVICE_BASE_URL: house.baseUrl },
      { args: ['--http', '0'], isPipe: false },
    )
    const address = (): string | undefined => /listening on (\S+)/.exec(mcp.stderr())?.[1]
    await eventually(() => address() !== undefined)
    const url = ['server', '--url', address() ?? '']
    const baseline = join(import.meta.dirname, 'support/conformance-baseline.yml')
    const whole = await run(
      'conformance',
      [...url, '--requirements', '2026-07-28', '--expected-failures', baseline],
      folder,
    )
    assert.equal(whole.code, 0, whole.out.slice(-3_000))
    const rebinding = ['--scenario', 'dns-rebinding-protection', '--spec-version', '2026-07-28']
    assert.equal((await run('conformance', [...url, ...rebinding], folder)).code, 0)
    mcp.child.kill()
  })

  test('the desktop bundle validates and is packed', async () => {
    const validated = await run('mcpb', ['validate', join(desktopBundle, 'manifest.json')])
    assert.equal(validated.code, 0, validated.out + validated.err)
    const packed = await run('mcpb', ['pack', desktopBundle, join(folder, 'sightline.mcpb')])
    assert.equal(packed.code, 0, packed.out + packed.err)
  })
})

type Ended = { code: number | null; out: string; err: string }

async function run(judge: string, args: string[], cwd = tmpdir()): Promise<Ended> {
  const child = spawn(process.execPath, [join(bin, judge), ...args], {
    cwd,
    // The Inspector would ask the system for a keychain.
    env: { ...process.env, MCP_INSPECTOR_SECRET_STORE: 'memory' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended: Ended = { code: null, out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (ended.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (ended.err += chunk.toString()))
  ;[ended.code] = (await once(child, 'close')) as [number | null]
  return ended
}

async function inPairs<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += 2) await Promise.all(items.slice(from, from + 2).map(work))
}
