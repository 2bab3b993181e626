import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { eventually } from './eventually.ts'

const CLUSTER = new URL('../../packages/server/src/base/db/embedded-cluster.ts', import.meta.url)

/** A process of its own that uses the cluster of a folder until it is killed. */
export async function spawnParticipant(folder: string): Promise<ChildProcess> {
  const source = `import { openCluster } from ${JSON.stringify(CLUSTER.href)}
    await openCluster(${JSON.stringify(folder)})
    process.stdout.write('open')
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--conditions=@sightline/source', '--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close').then(() => Promise.reject(new Error('the participant ended before it was open')))
  await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => {})
  return child
}

export async function killParticipant(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

/** The process number of the folder's server, from the first line of its own file; null when there is none. */
export async function postmasterOf(clusterDir: string): Promise<number | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(text.split('\n')[0]) || null
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export async function untilDead(pid: number): Promise<void> {
  await eventually(() => !isAlive(pid))
}

/** Rows of one statement on a connection of its own. */
export async function query<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The same, while a server that was killed comes back. */
export async function queryWhenBack<Row extends object>(url: string, text: string): Promise<Row[]> {
  for (;;) {
    try {
      return await query<Row>(url, text)
    } catch {
      await sleep(100)
    }
  }
}
