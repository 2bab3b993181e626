import { median, printHeading, printRatio, quantile, shown } from './support/figures.ts'
import { asOwner, openMeasuredBrand } from './support/house.ts'
import { load, type Load } from './support/load.ts'
import { startServer, type ServerProcess } from './support/servers.ts'

type Level = 'bare' | 'unmetered' | 'whole'
type Target = Omit<Load, 'port'> & { ownerUrl: string }
type Round = { perSecond: number; perCpuSecond: number; p50Ms: number; p99Ms: number }

const ROUNDS = 7
const ROUND_MS = 1_000
const CONNECTIONS = 32

/** `GET /brands/{id}/score` against a bare node:http server that sends the same body. */
export async function benchScoreRead(): Promise<void> {
  const { house, key, brandId } = await openMeasuredBrand(3)
  const path = `/api/v1/brands/${brandId}/score`
  const headers = { authorization: `Bearer ${key}` }
  const body = await fetch(`${house.origin}${path}`, { headers }).then((response) => response.text())
  const { url, ownerUrl } = house.database
  const target = { path, headers, ownerUrl }
  const servers: [Level, ServerProcess][] = [
    ['bare', await startServer({ kind: 'bare', body })],
    ['unmetered', await startServer({ kind: 'unmetered', url })],
    ['whole', await startServer({ kind: 'whole', url })],
  ]
  const busy = await measure(servers, target, CONNECTIONS, ROUNDS)
  const alone = await measure(servers, target, 1, 3)
  for (const [, server] of servers) await server.close()
  await house.close()
  printHeading(
    'score-read',
    `GET /brands/{id}/score, ${body.length} bytes, against a bare node:http server sending the same body; ${CONNECTIONS} connections.`,
  )
  print(busy, alone)
}

async function measure(
  servers: [Level, ServerProcess][],
  target: Target,
  connections: number,
  rounds: number,
): Promise<Map<Level, Round[]>> {
  const measured = new Map<Level, Round[]>(servers.map(([level]) => [level, []]))
  // The first round warms up.
  for (let round = -1; round < rounds; round += 1)
    for (const [level, server] of servers) {
      const result = await measureOnce(server, target, connections)
      if (round >= 0) measured.get(level)?.push(result)
    }
  return measured
}

async function measureOnce(server: ServerProcess, target: Target, connections: number): Promise<Round> {
  // The month of the plan is shorter than the bench.
  await asOwner(target.ownerUrl, 'update usage_period set calls = 0')
  const before = await server.cpuMicros()
  const { requests, seconds, latenciesMs } = await load(
    { path: target.path, headers: target.headers, port: server.port },
    connections,
    ROUND_MS,
  )
  const cpuSeconds = ((await server.cpuMicros()) - before) / 1e6
  return {
    perSecond: requests / seconds,
    perCpuSecond: requests / cpuSeconds,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
  }
}

function print(busy: Map<Level, Round[]>, alone: Map<Level, Round[]>): void {
  const at = (rounds: Map<Level, Round[]>, level: Level, name: keyof Round): number =>
    median((rounds.get(level) ?? []).map((round) => round[name]))
  for (const level of busy.keys())
    console.log(
      `  ${level.padEnd(10)} ${shown(at(busy, level, 'perSecond')).padStart(6)}/s, ` +
        `${shown(at(busy, level, 'perCpuSecond')).padStart(6)} per CPU second of the server; ` +
        `p50 ${shown(at(busy, level, 'p50Ms'))} ms, p99 ${shown(at(busy, level, 'p99Ms'))} ms; ` +
        `one connection: p50 ${shown(at(alone, level, 'p50Ms'))} ms`,
    )
  const ratio = (level: Level, name: keyof Round, rounds = busy): number =>
    at(rounds, level, name) / at(rounds, 'bare', name)
  printRatio('before metering : bare, per CPU second', ratio('unmetered', 'perCpuSecond'), { atLeast: 0.22 })
  printRatio('before metering : bare, per second', ratio('unmetered', 'perSecond'), { atLeast: 0.22 })
  printRatio('everything : bare, per CPU second', ratio('whole', 'perCpuSecond'))
  printRatio('everything : bare, per second', ratio('whole', 'perSecond'))
  printRatio('everything : before metering, per second', ratio('whole', 'perSecond') / ratio('unmetered', 'perSecond'))
  printRatio('before metering : bare, p50 of one connection', ratio('unmetered', 'p50Ms', alone))
}
