import { after } from 'node:test'
import { Client } from 'pg'
import { closeTestCluster, freshDatabase as databaseOf, testCluster, type TestDatabase } from './cluster.ts'

export { testCluster, TEST_SECRET, type TestDatabase } from './cluster.ts'

let hurried: Promise<void> | undefined

/** A database of its own, on the test run's cluster. */
export async function freshDatabase(): Promise<TestDatabase> {
  await (hurried ??= hurry())
  return databaseOf()
}

/**
 * What is committed waits for no disk: no test cuts the power, and the death of a process, PostgreSQL's too, loses nothing
 * that the system was given. Tests that kill PostgreSQL bring a cluster as the product starts it.
 */
async function hurry(): Promise<void> {
  const { adminUrl } = await testCluster()
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('alter system set fsync = off')
  await client.query('select pg_reload_conf()')
  await client.end()
}

// Apart from `cluster.ts`, because the benchmarks use that one: node:test tracks every promise of its process, which
// makes the product half as fast.
after(closeTestCluster)
