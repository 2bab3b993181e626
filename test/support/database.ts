import { after } from 'node:test'
import { Client } from 'pg'
import {
  closeTestCluster,
  freshDatabase as databaseOf,
  templateUrl,
  testCluster,
  type TestDatabase,
} from './cluster.ts'
import { recordStatements, unfitStatements } from './statements.ts'

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

recordStatements()

// Apart from `cluster.ts`, because the benchmarks use that one: node:test tracks every promise of its process, which
// makes the product half as fast.
after(async () => {
  const url = await templateUrl()
  const { checked, found } = url ? await unfitStatements(url) : { checked: 0, found: [] }
  await closeTestCluster()
  if (found.length > 0) {
    // A hook that fails here fails no test, and nothing shows it.
    console.log(`✖ Citus would not carry out:\n${found.join('\n')}`)
    process.exitCode = 1
  }
  if (checked > 0 && found.length === 0)
    console.log(
      `${checked} different statements of the application: Citus would send each to the worker of its organization`,
    )
})
