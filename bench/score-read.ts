import { median, printHeading, printRatio, quantile, shown, type Aim } from './support/figures.ts'
import { asOwner, openMeasuredBrand, type MeasuredBrand } from './support/opened.ts'
import { load, type Load } from './support/load.ts'
import { startServer, type ServerProcess } from './support/servers.ts'

type Level = 'bare' | 'unmetered' | 'whole'
/** Who asks for what. */
type Asked = Omit<Load, 'port'>
type Round = { perSecond: number; perCpuSecond: number; p50Ms: number; p99Ms: number }
type Rounds = Map<Level, Round[]>

const ROUNDS = 7
const ROUND_MS = 1_000
const CONNECTIONS = 32
const ORGANIZATIONS = 64

/** `GET /brands/{id}/score` against a bare node:http server that sends the same body. */
export async function benchScoreRead(): Promise<void> {
  const measured = await openMeasuredBrand(3)
  const { house, key, brandId } = measured
  const asked = askedOf(brandId, key)
  const neighbours = await neighboursOf(measured, ORGANIZATIONS - 1)
  const body = await fetch(`${house.origin}${asked.path}`, { headers: asked.headers }).then((response) =>
    response.text(),
  )
  const { url, ownerUrl } = house.database
  const servers: [Level, ServerProcess][] = [
    ['bare', await startServer({ kind: 'bare', body })],
    ['unmetered', await startServer({ kind: 'unmetered', url })],
    ['whole', await startServer({ kind: 'whole', url })],
  ]
  const busy = await measure(servers, ownerUrl, [asked], CONNECTIONS, ROUNDS)
  const spread = await measure(servers, ownerUrl, [asked, ...neighbours], ORGANIZATIONS, ROUNDS)
  const alone = await measure(servers, ownerUrl, [asked], 1, 3)
  for (const [, server] of servers) await server.close()
  await house.close()
  printHeading(
    'score-read',
    `GET /brands/{id}/score, ${body.length} bytes, against a bare node:http server sending the same body.`,
  )
  print(`one organization, ${CONNECTIONS} connections`, busy, { atLeast: 0.2 })
  print(`${ORGANIZATIONS} organizations, a connection each`, spread, { atLeast: 0.12 })
  print('one organization, one connection', alone)
}

const askedOf = (brandId: string, key: string): Asked => ({
  path: `/api/v1/brands/${brandId}/score`,
  headers: { authorization: `Bearer ${key}` },
})

/** Organizations with a brand each whose score says the same. */
async function neighboursOf({ house, brandId }: MeasuredBrand, count: number): Promise<Asked[]> {
  const neighbours: Asked[] = []
  for (let index = 0; index < count; index += 1) {
    const { client, organizationId, newKey } = await house.tenant({ plan: 'agency' })
    const { id } = await client.createBrand({ body: { name: 'Neighbour' } })
    await asOwner(
      house.database.ownerUrl,
      `update organization set calls_per_minute = 2000000000 where organization_id = '${organizationId}'`,
      `insert into current_score (organization_id, brand_id, time_window, score, relative_trend, computed_at)
       select '${organizationId}', '${id}', time_window, replace(score, '${brandId}', '${id}'), relative_trend, computed_at
       from current_score where brand_id = '${brandId}'`,
    )
    neighbours.push(askedOf(id, await newKey(['scores:read'])))
  }
  return neighbours
}

async function measure(
  servers: [Level, ServerProcess][],
  ownerUrl: string,
  asked: Asked[],
  connections: number,
  rounds: number,
): Promise<Rounds> {
  const measured: Rounds = new Map(servers.map(([level]) => [level, []]))
  // The first round warms up.
  for (let round = -1; round < rounds; round += 1)
    for (const [level, server] of servers) {
      // The month of the plan is shorter than the bench.
      await asOwner(ownerUrl, 'update usage_period set calls = 0')
      const result = await measureOnce(server, asked, connections)
      if (round >= 0) measured.get(level)?.push(result)
    }
  return measured
}

async function measureOnce(server: ServerProcess, asked: Asked[], connections: number): Promise<Round> {
  const before = await server.cpuMicros()
  const targets = asked.map((one) => ({ ...one, port: server.port }))
  const { requests, seconds, latenciesMs } = await load(targets, connections, ROUND_MS)
  const cpuSeconds = ((await server.cpuMicros()) - before) / 1e6
  return {
    perSecond: requests / seconds,
    perCpuSecond: requests / cpuSeconds,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
  }
}

function print(title: string, rounds: Rounds, aim?: Aim): void {
  console.log(`  ${title}`)
  const at = (level: Level, name: keyof Round): number => median((rounds.get(level) ?? []).map((round) => round[name]))
  for (const level of rounds.keys())
    console.log(
      `    ${level.padEnd(10)} ${shown(at(level, 'perSecond')).padStart(6)}/s, ` +
        `${shown(at(level, 'perCpuSecond')).padStart(6)} per CPU second of the server; ` +
        `p50 ${shown(at(level, 'p50Ms'))} ms, p99 ${shown(at(level, 'p99Ms'))} ms`,
    )
  const ratio = (level: Level, name: keyof Round): number => at(level, name) / at('bare', name)
  printRatio('  everything : bare, per second', ratio('whole', 'perSecond'), aim)
  printRatio('  everything : bare, per CPU second of the server', ratio('whole', 'perCpuSecond'))
  printRatio('  before metering : bare, per second', ratio('unmetered', 'perSecond'))
  printRatio(
    '  everything : before metering, per second',
    ratio('whole', 'perSecond') / ratio('unmetered', 'perSecond'),
  )
  printRatio('  everything : bare, p99', ratio('whole', 'p99Ms'))
}
