import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openCluster, type Cluster } from '../../packages/server/src/base/db/embedded-cluster.ts'
import { migrate } from '../../packages/server/src/base/db/migrate.ts'

/** A database of one test file: migrated, empty, reached as the application role. */
export type TestDatabase = { url: string; ownerUrl: string; drop(): Promise<void> }

export const TEST_SECRET = 'a secret that only the tests know'
const TEMPLATE = 'template_of_tests'

let started: Promise<{ cluster: Cluster; folder: string }> | undefined
let created = 0

/** Clones the migrated template: about 60 ms. One cluster serves the whole test run. */
export async function freshDatabase(): Promise<TestDatabase> {
  const { cluster } = await (started ??= startCluster())
  created += 1
  const name = `test_${process.pid}_${created}`
  await asAdmin(cluster.adminUrl, `create database ${name} template ${TEMPLATE}`)
  const ownerUrl = withDatabase(cluster.adminUrl, name)
  const { applicationUrl } = await migrate(ownerUrl, TEST_SECRET)
  return {
    url: applicationUrl,
    ownerUrl,
    drop: () => asAdmin(cluster.adminUrl, `drop database if exists ${name} with (force)`),
  }
}

/** The whole test run's, for tests of the server itself. */
export const testCluster = async (): Promise<Cluster> => (await (started ??= startCluster())).cluster

/** The owner's, of a migrated database that stays empty; undefined when no test needed a database. */
export const templateUrl = async (): Promise<string | undefined> => {
  const running = await started
  return running && withDatabase(running.cluster.adminUrl, TEMPLATE)
}

/** A test run calls it by itself (`database.ts`); a benchmark does at its end. */
export async function closeTestCluster(): Promise<void> {
  const running = await started
  started = undefined
  if (!running) return
  await running.cluster.leave()
  await rm(running.folder, { recursive: true, force: true })
}

async function startCluster(): Promise<{ cluster: Cluster; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-test-'))
  const cluster = await openCluster(folder)
  await asAdmin(cluster.adminUrl, `create database ${TEMPLATE}`)
  await migrate(withDatabase(cluster.adminUrl, TEMPLATE), TEST_SECRET)
  return { cluster, folder }
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function withDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
