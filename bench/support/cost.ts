import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { asOwner } from './opened.ts'

/** What a piece of work took, of this process and of the PostgreSQL it works on. */
export type Cost = { wallMs: number; nodeMs: number; postgresMs: number; statements: number }

/** Ticks a second in /proc, on every Linux there is. */
const TICKS = 100
let statements = 0
let isCounting = false

/** Linux only: PostgreSQL's processor time is read from /proc. */
export async function costOf(ownerUrl: string, work: () => Promise<unknown>): Promise<Cost> {
  countStatements()
  const postmaster = await postmasterOf(ownerUrl)
  const before = { at: performance.now(), node: process.cpuUsage(), postgres: cpuOfTree(postmaster), statements }
  await work()
  const { user, system } = process.cpuUsage(before.node)
  return {
    wallMs: performance.now() - before.at,
    nodeMs: (user + system) / 1_000,
    postgresMs: cpuOfTree(postmaster) - before.postgres,
    statements: statements - before.statements,
  }
}

/** What work took that other processes did, of them and of the PostgreSQL they work on. */
export type CostOfOthers = { wallMs: number; othersMs: number; postgresMs: number; transactions: number }

/** Linux only, as `costOf`; a statement outside of a transaction is one of its own. */
export async function costOfOthers(
  ownerUrl: string,
  pids: readonly number[],
  work: () => Promise<unknown>,
): Promise<CostOfOthers> {
  const postmaster = await postmasterOf(ownerUrl)
  const now = async (): Promise<CostOfOthers> => ({
    wallMs: performance.now(),
    othersMs: pids.reduce((sum, pid) => sum + cpuOfTree(pid), 0),
    postgresMs: cpuOfTree(postmaster),
    transactions: await transactionsOf(ownerUrl),
  })
  const before = await now()
  await work()
  const after = await now()
  return {
    wallMs: after.wallMs - before.wallMs,
    othersMs: after.othersMs - before.othersMs,
    postgresMs: after.postgresMs - before.postgresMs,
    transactions: after.transactions - before.transactions,
  }
}

async function transactionsOf(ownerUrl: string): Promise<number> {
  const [row] = await asOwner<{ count: number }>(
    ownerUrl,
    'select (xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname = current_database()',
  )
  return row?.count ?? 0
}

/** Of the application's connections and the queue's; begin and commit are statements too. */
function countStatements(): void {
  if (isCounting) return
  isCounting = true
  // The driver's own method, whose many forms are passed on as they come.
  const prototype = Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const query = prototype.query
  prototype.query = function (...args) {
    statements += 1
    return query.apply(this, args)
  }
}

async function postmasterOf(ownerUrl: string): Promise<number> {
  const [row] = await asOwner<{ folder: string }>(ownerUrl, `select current_setting('data_directory') as folder`)
  return Number(readFileSync(join(row?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Processor time of a process and of its children, those that have ended included, in milliseconds. */
function cpuOfTree(parent: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name))
      try {
        // After the name in brackets: state, parent, … user and system time, those of children that have ended.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        const own = Number(fields[11]) + Number(fields[12])
        if (Number(name) === parent) ticks += own + Number(fields[13]) + Number(fields[14])
        else if (Number(fields[1]) === parent) ticks += own
      } catch {
        // It has ended meanwhile, and its parent has its time.
      }
  return (ticks / TICKS) * 1_000
}
