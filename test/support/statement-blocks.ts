import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testCluster } from './cluster.ts'
import { query } from './cluster-processes.ts'

/** What statements of one text did: blocks of 8 KB touched, those of triggers and functions included. */
export type StatementBlocks = { text: string; calls: number; blocks: number }

/**
 * From now on the bench's cluster counts what each statement does, and does no housekeeping of its own while others are
 * measured. It is started anew for that.
 */
export async function countBlocks(): Promise<void> {
  const { adminUrl } = await testCluster()
  for (const setting of [`shared_preload_libraries = 'pg_stat_statements'`, 'autovacuum = off'])
    await query(adminUrl, `alter system set ${setting}`)
  const [row] = await query<{ folder: string }>(adminUrl, `select current_setting('data_directory') as folder`)
  // A fast shutdown; who uses it starts it again, as after a crash.
  process.kill(Number(readFileSync(join(row?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGINT')
  await sleep(1_000)
  for (;;)
    try {
      await query(adminUrl, 'create extension if not exists pg_stat_statements')
      return
    } catch {
      await sleep(300)
    }
}

export async function resetBlocks(): Promise<void> {
  const { adminUrl } = await testCluster()
  await query(adminUrl, 'select pg_stat_statements_reset()')
}

/** Since the last reset, of the application in one database: of what looks for jobs and ends them, as it never rests, or of all else. */
export async function statementBlocks(ownerUrl: string, of: 'queue' | 'else' = 'else'): Promise<StatementBlocks[]> {
  const { adminUrl } = await testCluster()
  const name = new URL(ownerUrl).pathname.slice(1)
  return query<StatementBlocks>(
    adminUrl,
    `select query as text, sum(calls)::float8 as calls, sum(shared_blks_hit + shared_blks_read)::float8 as blocks
     from pg_stat_statements join pg_database on pg_database.oid = dbid join pg_roles on pg_roles.oid = userid
     where datname = '${name}' and not rolsuper and (query ~ '\\mjob\\M') = ${of === 'queue'} group by 1 order by 3 desc`,
  )
}
