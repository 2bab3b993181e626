import { setTimeout as sleep } from 'node:timers/promises'
import { query, queryWhenBack } from '../test/support/cluster-processes.ts'
import { seededChance } from './support/chance.ts'
import { printHeading, shown } from './support/figures.ts'
import { faultsOf, FROZEN_MS } from './soak/faults.ts'
import { beginLoad, chosen, type Load } from './soak/load.ts'
import { beginSampling, figuresNow, growthOf, type Sampling } from './soak/samples.ts'
import { settle, type Unsettled } from './soak/settle.ts'
import { openStage, type Stage } from './soak/stage.ts'
import { verdict, type Check } from './soak/verdict.ts'

/** `MINUTES=10` is what is asked for; a shorter one says so. */
const MINUTES = Number(process.env['MINUTES'] ?? 10)
const SEED = Number(process.env['SEED'] ?? 1)
/** One fault alone, by its name: to look closer. */
const ONLY = process.env['ONLY']
const MOST_GROWTH = 1.2
const QUEUE_SECONDS = 60
/** Brands one organization measures one after another. */
const BRANDS = 6

/**
 * Everything a user does, at a steady rate, while processes of every kind, the database and the network between them fail. What
 * was accepted must be there once, what happened must be told, what was called must be counted, and those who were not killed must take
 * no more than at the beginning. Its exit code says whether all of that held.
 */
export async function benchSoak(): Promise<void> {
  const closers: (() => Promise<unknown>)[] = []
  const checks: Check[] = []
  try {
    const stage = await openStage(closers)
    const { happened, load, sampling } = await soak(stage)
    const { seconds, left } = await settle(stage, load.visitors)
    checks.push(
      settled(seconds, left),
      ...(await verdict(stage, load.visitors)),
      ...queueInTime(sampling),
      ...(await flat(stage, sampling)),
    )
    checks.push(...(await leftBehind(stage)))
    print(stage, happened, load, checks)
  } finally {
    for (const close of closers.toReversed()) await close().catch((error: unknown) => console.error(error))
  }
  if (!checks.every(({ isGood }) => isGood)) process.exitCode = 1
}

async function soak(stage: Stage): Promise<{ happened: Map<string, number>; load: Load; sampling: Sampling }> {
  const random = seededChance(SEED)
  const lengthMs = MINUTES * 60_000
  let now = 'before anything'
  const chance = { random: seededChance(SEED + 1), circumstances: () => now }
  const load = await beginLoad(stage, chance, Math.max(30_000, lengthMs / BRANDS))
  const sampling = beginSampling(stage.crew, stage.ownerUrl, Math.min(10_000, lengthMs / 30))
  const lasting = new Set<Promise<void>>()
  const faults = faultsOf(stage, random, lasting).filter(({ name }) => ONLY === undefined || name === ONLY)
  const happened = new Map<string, number>()
  const endsAt = performance.now() + lengthMs
  while (performance.now() < endsAt) {
    await sleep(2_000 + random() * 4_000)
    const fault = chosen(faults, random)
    if (fault.name === 'worker frozen' && endsAt - performance.now() < FROZEN_MS) continue
    happened.set(fault.name, (happened.get(fault.name) ?? 0) + 1)
    now = `${fault.name} after ${now.replace(/ after .*/, '')}`
    await fault.happen()
  }
  await Promise.all(lasting)
  await stage.receiver.comeBack()
  await queryWhenBack(stage.ownerUrl, 'select 1')
  await load.end()
  await sampling.stop()
  return { happened, load, sampling }
}

function settled(seconds: number, left: Unsettled): Check {
  const open = Object.entries(left).filter(([, count]) => count > 0)
  const wrong = open.map(([what, count]) => `${count} ${what}`)
  return {
    says: `all done ${shown(seconds)} s after the load ended: no job waits, is held or has failed`,
    isGood: open.length === 0,
    wrong,
  }
}

function queueInTime({ longest, waiting }: Sampling): Check[] {
  const inTime = (what: string, seconds: number): Check => ({
    says: `${what}: ${shown(seconds)} s at most (below ${QUEUE_SECONDS} s)`,
    isGood: seconds < QUEUE_SECONDS,
  })
  return [
    inTime(`a due job (${waiting}) waited`, longest.waits),
    inTime('a job was held by one worker', longest.held),
    inTime('a job that failed was put off', longest.putOff),
  ]
}

/** Less is noise of a few connections or pages. */
const NOISE: Record<string, number> = { handles: 8, connections: 15, 'dead rows': 3_000, size: 4, outside: 12 }
/** Under the load they follow what happens; when all is done, what is idle is given up, and what was lost is still there. */
const AT_REST = ['handles', 'connections']
const REST_MS = 15_000

async function flat(stage: Stage, sampling: Sampling): Promise<Check[]> {
  await sleep(REST_MS)
  const rest = await figuresNow(stage.crew, stage.ownerUrl)
  return growthOf(sampling, Math.min(90_000, MINUTES * 15_000)).map(({ name, first, last, course }) => {
    const noise = Object.entries(NOISE).find(([kind]) => name.includes(kind))?.[1] ?? 0
    const atRest = AT_REST.some((kind) => name.includes(kind)) ? (rest[name] ?? Number.NaN) : null
    const judged = atRest ?? last
    return {
      says: `${name}: ${shown(first)} in the first quarter, ${shown(last)} in the last, ${shown(last / first)} ×${atRest === null ? '' : `; at rest ${shown(atRest)}`} (${course.map((one) => shown(one)).join(' ')})`,
      isGood: judged <= first * MOST_GROWTH || judged - first <= noise,
    }
  })
}

/** While all work each worker has its signs of life and no other; when all have been stopped nothing of them is there. */
async function leftBehind({ crew, ownerUrl }: Stage): Promise<Check[]> {
  const signs = await query<{ locks: number }>(
    ownerUrl,
    `select count(*)::int as locks from pg_locks where locktype = 'advisory' and classid = 77 group by pid`,
  )
  const working = crew.members.filter(({ role }) => role !== 'api').length
  const isRight = signs.length === working && new Set(signs.map(({ locks }) => locks)).size === 1
  const badEnds = await crew.dismiss()
  await sleep(1_000)
  const [row] = await query<{ locks: number; connections: number }>(
    ownerUrl,
    `select (select count(*)::int from pg_locks where locktype = 'advisory') as locks,
       (select count(*)::int from pg_stat_activity where application_name like 'sightline%') as connections`,
  )
  return [
    { says: `signs of life: ${signs.map(({ locks }) => locks).join(', ')} of ${working} workers`, isGood: isRight },
    { says: 'processes ended by themselves: none', isGood: crew.deserters.length === 0, wrong: crew.deserters },
    { says: 'stopped, every process ended with 0', isGood: badEnds.length === 0, wrong: badEnds },
    {
      says: `then ${row?.locks} locks and ${row?.connections} connections are left`,
      isGood: row?.locks === 0 && row.connections === 0,
    },
  ]
}

const SHOWN = 20

function print({ crew }: Stage, happened: Map<string, number>, load: Load, checks: readonly Check[]): void {
  const faults = [...happened].map(([name, times]) => `${name} ${times}`).join(', ')
  printHeading('soak', `${MINUTES} minutes, seed ${SEED}: ${faults || 'nothing happened'}`)
  console.log(`  ${load.begun} calls begun at a steady rate, ${load.leftOut} left out because too many were unanswered`)
  const answers = new Map<number, number>()
  for (const { caller } of load.visitors)
    for (const [status, times] of caller.ledger.answers) answers.set(status, (answers.get(status) ?? 0) + times)
  console.log(
    `  answers: ${[...answers].map(([status, times]) => `${times} × ${status === 0 ? 'none' : status}`).join(', ')}`,
  )
  for (const { says, isGood, wrong = [] } of checks) {
    console.log(`  ${isGood ? 'good ' : 'WRONG'} ${says}`)
    for (const one of wrong.slice(0, SHOWN)) console.log(`          ${one}`)
    if (wrong.length > SHOWN) console.log(`          and ${wrong.length - SHOWN} more`)
  }
  console.log(`  ${crew.startsInVain()} starts in vain; what the processes said:`)
  const often = [...crew.said].toSorted(([, one], [, other]) => other - one)
  for (const [words, times] of often.filter(([words], place) => place < 25 || words.startsWith('request.failed')))
    console.log(`    ${times} × ${words}`)
}
