import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClient } from '@sightline/sdk'
import { Tiktoken } from 'js-tiktoken/lite'
import ranks from 'js-tiktoken/ranks/o200k_base'
import { bundledMcp, bundleMcp, bundleServer } from '../scripts/bundle.ts'
import { median, printHeading, printRatio, quantile, shown } from './support/figures.ts'
import { openMeasuredBrand } from './support/opened.ts'
import { startServer } from './support/servers.ts'

const STARTS = 21
const CALLS = 400

/** The MCP server's start against the barest one of its SDK, and a tool's call against the REST call under it. */
export async function benchMcp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-mcp-'))
  const bare = join(folder, 'bare.mjs')
  await Promise.all([bundleMcp(), bundleServer(join(import.meta.dirname, 'mcp-bare.ts'), bare)])
  const { house, tenant, brandId } = await openMeasuredBrand(3)
  const server = await startServer({ kind: 'whole', url: house.database.url })
  const environment = { SERVICE_API_KEY: tenant.key, SERVICE_BASE_URL: `http://127.0.0.1:${server.port}/api/v1` }
  printHeading(
    'mcp',
    `The published file (${shown((await stat(bundledMcp)).size / 1_000)} kB) against a bare server of the same SDK.`,
  )
  for (const [era, greeting] of Object.entries(greetings)) await measureStarts(era, greeting, bare, environment)
  await measureCalls(environment, brandId)
  await measureList(environment)
  await server.close()
  await house.close()
  await rm(folder, { recursive: true })
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
}
const greetings = {
  legacy: {
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  modern: { method: 'server/discover', params: { _meta: envelope } },
}

async function measureStarts(era: string, greeting: object, bare: string, environment: Environment): Promise<void> {
  const times: [file: string, ms: number[]][] = [
    [bare, []],
    [bundledMcp, []],
  ]
  // In turns, so that a busy moment meets both; the first round fills the system's caches.
  for (let round = -1; round < STARTS; round += 1)
    for (const [file, ms] of times) {
      const started = performance.now()
      const mcp = open(file, environment)
      await mcp.ask(greeting)
      if (round >= 0) ms.push(performance.now() - started)
      await mcp.close()
    }
  const [bareMs, ourMs] = times.map(([, ms]) => median(ms)) as [number, number]
  printRatio(`start to first answer, ${era}: ${shown(ourMs)} ms : bare ${shown(bareMs)} ms`, ourMs / bareMs, {
    atMost: 1.3,
  })
}

async function measureCalls(environment: Environment, brandId: string): Promise<void> {
  const mcp = open(bundledMcp, environment)
  await mcp.ask(greetings.modern)
  const rest = createClient({ baseUrl: environment.SERVICE_BASE_URL, apiKey: environment.SERVICE_API_KEY })
  const byRest = (): Promise<unknown> => rest.getBrandScore({ params: { id: brandId } })
  const params = { _meta: envelope, name: 'get_brand_score', arguments: { brandId } }
  const byTool = (): Promise<unknown> => mcp.ask({ method: 'tools/call', params })
  const [restMs, toolMs] = await inTurns([byRest, byTool])
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const [one, other] = [quantile(toolMs, share), quantile(restMs, share)]
    const aim = name === 'p50' ? { atMost: 1.5 } : undefined
    printRatio(`get_brand_score, ${name}: ${shown(one)} ms : the REST call ${shown(other)} ms`, one / other, aim)
  }
  await mcp.close()
}

async function inTurns(calls: [() => Promise<unknown>, () => Promise<unknown>]): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let round = -50; round < CALLS; round += 1)
    for (const [index, call] of calls.entries()) {
      const started = performance.now()
      await call()
      if (round >= 0) times[index as 0 | 1].push(performance.now() - started)
    }
  return times
}

async function measureList(environment: Environment): Promise<void> {
  const mcp = open(bundledMcp, environment)
  const answer = await mcp.ask({ method: 'tools/list', params: { _meta: envelope } })
  const { tools } = (JSON.parse(answer) as { result: { tools: { outputSchema?: object }[] } }).result
  const encoder = new Tiktoken(ranks)
  const tokens = (value: unknown): number => encoder.encode(JSON.stringify(value)).length
  const bare = tools.map(({ outputSchema: _outputSchema, ...tool }) => tool)
  printRatio(`o200k tokens of the list of ${tools.length} tools`, tokens(tools), { atMost: 14_000 })
  printRatio('the same without output schemas', tokens(bare), { atMost: 9_000 })
  await mcp.close()
}

type Environment = { SERVICE_API_KEY: string; SERVICE_BASE_URL: string }
type Spoken = { ask(message: object): Promise<string>; close(): Promise<void> }

/** One at a time: an answer belongs to the question before it. */
function open(file: string, environment: Environment): Spoken {
  const child: ChildProcess = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout! })
  return {
    ask: async (message) => {
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })}\n`)
      const [line] = (await once(lines, 'line')) as [string]
      return line
    },
    close: async () => {
      const closed = once(child, 'close')
      child.stdin?.end()
      await closed
    },
  }
}
