import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCluster } from '../../packages/server/src/base/db/embedded-cluster.ts'
import { runInProcess, type Ended, type Environment } from './command-line.ts'

/** A data folder with a database and an organization, for commands to run on. */
export type Installation = {
  folder: string
  environment: Environment
  organizationId: string
  /** Of the tables' owner: for what no command does. */
  ownerUrl: string
  run: (...args: string[]) => Promise<Ended>
  close(): Promise<void>
}

export async function openInstallation(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-command-'))
  const environment = { SIGHTLINE_DATA_DIR: join(folder, 'installation') }
  // Held open, so that not every command starts it and stops it again.
  const cluster = await openCluster(environment.SIGHTLINE_DATA_DIR)
  const run = (...args: string[]): Promise<Ended> => runInProcess(args, environment)
  const made = read(await run('org', 'create', '--name', 'First', '--plan', 'pro', '--json')) as { id: string }
  return {
    folder,
    environment,
    organizationId: made.id,
    ownerUrl: Object.assign(new URL(cluster.adminUrl), { pathname: '/sightline' }).href,
    run,
    close: async () => {
      await cluster.leave()
      await rm(folder, { recursive: true })
    },
  }
}

/** What a command that went well printed as JSON. */
export function read({ code, out, err }: Ended): unknown {
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

/** Two at once: what a command takes is mostly its own start. */
export async function inPairs<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += 2) await Promise.all(items.slice(from, from + 2).map(work))
}
