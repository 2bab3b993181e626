import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { OLDER_QUEUE } from '../packages/server/src/backup/older-queue.ts'
import { indexesOf, wantedIndexes } from '../packages/server/src/base/db/indexes.ts'
import { migrationFiles } from '../packages/server/src/base/db/migrate-files.ts'
import { migrate } from '../packages/server/src/base/db/migrate.ts'
import { query } from './support/cluster-processes.ts'
import { freshDatabase, testCluster, TEST_SECRET, type TestDatabase } from './support/database.ts'

const generous = { timeout: 120_000 }
const DB = join(import.meta.dirname, '../packages/server/src/base/db')

describe('the page of tables and the migrated database', generous, () => {
  let database: TestDatabase
  let declared: Map<string, DeclaredColumn[]>
  let present: Map<string, PresentColumn[]>

  before(async () => {
    database = await freshDatabase()
    const files = (await readdir(DB)).filter((name) => /^tables.*\.ts$/.test(name))
    const sources = await Promise.all(files.map((name) => readFile(join(DB, name), 'utf8')))
    declared = declaredTables(sources.join('\n'))
    present = await presentTables(database.ownerUrl)
  })
  after(() => database.drop())

  test('name the same tables', () => {
    assert.ok(declared.size >= 29)
    assert.deepEqual([...declared.keys()].toSorted(), [...present.keys()].toSorted())
  })

  test('name the same columns, and the same ones may be null', () => {
    const facts = ({ name, isNullable }: DeclaredColumn | PresentColumn) => `${name}${isNullable ? ' null' : ''}`
    for (const [table, columns] of declared)
      assert.deepEqual(columns.map(facts).toSorted(), present.get(table)?.map(facts).toSorted(), table)
  })

  test('a column that a row may leave out has a default or may be null', () => {
    for (const [table, columns] of declared)
      for (const column of columns.filter(({ isOptional }) => isOptional)) {
        const found = present.get(table)?.find(({ name }) => name === column.name)
        assert.ok(found?.hasDefault || found?.isNullable, `${table}.${column.name}`)
      }
  })
})

test('doctor knows the indexes that a freshly migrated schema has (node scripts/run.mjs indexes writes them down)', async () => {
  const database = await freshDatabase()
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  const present = await indexesOf(client)
  await client.end()
  await database.drop()
  assert.deepEqual(
    wantedIndexes(),
    present.map(({ name, statement }) => ({ name, statement })),
  )
  assert.ok(present.length > 90)
})

describe('migrations', generous, () => {
  const names: string[] = []
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-migrations-'))
    await cp(join(DB, 'migrations'), folder, { recursive: true })
  })
  after(async () => {
    await rm(folder, { recursive: true })
    const { adminUrl } = await testCluster()
    for (const name of names) await query(adminUrl, `drop database ${name} with (force)`)
  })

  test('two processes that migrate at once apply each file once', async () => {
    const url = await emptyDatabase()
    const reports = await Promise.all([migrate(url, TEST_SECRET), migrate(url, TEST_SECRET), migrate(url, TEST_SECRET)])
    const files = (await readdir(join(DB, 'migrations'))).toSorted()
    assert.deepEqual(reports.map(({ applied }) => applied).toSorted(byLength), [[], [], files])
    const rows = await query<{ name: string }>(url, 'select name from schema_migration order by name')
    assert.deepEqual(
      rows.map(({ name }) => name),
      files,
    )
  })

  test('a file that was changed after it was applied is refused by its name', async () => {
    const url = await emptyDatabase()
    await migrate(url, TEST_SECRET, folder)
    const path = join(folder, '0001_foundation.sql')
    const text = await readFile(path, 'utf8')
    await writeFile(path, `${text}\n-- an afterthought`)
    await assert.rejects(migrate(url, TEST_SECRET, folder), /0001_foundation\.sql was changed after it was applied/)
    await writeFile(path, text)
    assert.deepEqual((await migrate(url, TEST_SECRET, folder)).applied, [])
  })

  test('one that fails leaves nothing behind and can be mended', async () => {
    const url = await emptyDatabase()
    const path = join(folder, '9999_new.sql')
    await writeFile(path, 'create table half (id text); select nothing from nowhere;')
    await assert.rejects(migrate(url, TEST_SECRET, folder), /nowhere/)
    assert.deepEqual(await query(url, `select from pg_tables where tablename = 'half'`), [])
    await writeFile(path, 'create table half (id text);')
    assert.deepEqual((await migrate(url, TEST_SECRET, folder)).applied, ['9999_new.sql'])
  })

  test('jobs that wait in the tables of the library before are carried over, and its schema is gone', async () => {
    const url = await emptyDatabase()
    const files = await migrationFiles()
    const older = files.filter(({ name }) => name < '0040_jobs.sql')
    await migrate(url, TEST_SECRET, undefined, older)
    await query(url, OLDER_QUEUE)
    await query(
      url,
      `insert into graphile_worker._private_tasks (id, identifier) values (1, 'extract'), (2, 'scheduled-run');
         insert into graphile_worker._private_job_queues (id, queue_name, locked_at, locked_by) values (7, 'brand:b', now(), 'old');
         insert into graphile_worker._private_jobs (id, job_queue_id, task_id, payload, priority, run_at, attempts, max_attempts,
           last_error, created_at, updated_at, key, locked_at, locked_by, revision)
         values
           (1, 7, 1, '{"organizationId":"org_a","runId":"r"}', 3, now(), 1, 1000, null, now(), now(), 'extract:r', now(), 'old', 0),
           (2, null, 2, '{"organizationId":"org_a","brandId":"b"}', 0, '2030-01-01', 2, 1000, 'away', now(), now(), 'schedule:b', null, null, 0),
           (3, 7, 1, '{"organizationId":"org_a","runId":"gone"}', 0, now(), 1000, 1000, 'x', now(), now(), null, null, null, 0)`,
    )
    await migrate(url, TEST_SECRET)
    const jobs = await query(
      url,
      `select task, organization_id, payload->>'runId' as run, key, queue, priority, attempts, claimed_by from job order by id`,
    )
    assert.deepEqual(jobs, [
        { task: 'extract', organization_id: 'org_a', run: 'r', key: 'extract:r', queue: 'brand:b', priority: 3, attempts: 1, claimed_by: null },
        { task: 'scheduled-run', organization_id: 'org_a', run: null, key: 'schedule:b', queue: null, priority: 0, attempts: 2, claimed_by: null },
      ]) // prettier-ignore
    assert.deepEqual(await query(url, `select from pg_namespace where nspname = 'graphile_worker'`), [])
  })

  test('a server older than PostgreSQL 15 is refused with its version, and nothing is written', async () => {
    const url = await emptyDatabase()
    const name = new URL(url).pathname.slice(1)
    await query(url, 'create schema older')
    await query(
      url,
      `create function older.current_setting(name text) returns text language sql as
       $$ select case name when 'server_version_num' then '140012' else '14.12' end $$`,
    )
    await query(url, `alter database ${name} set search_path = older, pg_catalog, public`)
    await assert.rejects(migrate(url, TEST_SECRET), /PostgreSQL 15 or newer.*14\.12/)
    assert.deepEqual(await query(url, `select from pg_tables where schemaname = 'public'`), [])
  })

  async function emptyDatabase(): Promise<string> {
    const { adminUrl } = await testCluster()
    const name = `schema_${process.pid}_${names.length}`
    names.push(name)
    await query(adminUrl, `create database ${name}`)
    return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
  }
})

type DeclaredColumn = { name: string; isNullable: boolean; isOptional: boolean }
type PresentColumn = { name: string; isNullable: boolean; hasDefault: boolean }

/** Reads the page as text: its types are gone when it runs. */
function declaredTables(source: string): Map<string, DeclaredColumn[]> {
  const plain = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|^import .*/gm, '')
  const types = new Map(
    [...plain.matchAll(/^(?:export )?type (\w+)(?:<\w+>)? =((?:.|\n(?!(?:export )?type ))*)/gm)].map(
      ([, name = '', text = '']) => [name, text],
    ),
  )
  const columnsOf = (text: string): DeclaredColumn[] =>
    [...text.matchAll(/\{([\s\S]*?)\n?\}|\b([A-Z]\w*(?:Table|Columns))\b/g)].flatMap(([, body, named]) =>
      named === undefined ? membersOf(body ?? '').map(toColumn) : columnsOf(types.get(named) ?? ''),
    )
  const tables = [...types].filter(([name]) => name.endsWith('Tables')).map(([, text]) => text)
  const members = tables.flatMap((text) => membersOf(text.slice(text.indexOf('{') + 1, text.lastIndexOf('}'))))
  return new Map(members.map(([name, text]) => [name, columnsOf(text)]))
}

/** `name: type` members, split where no bracket is open. */
function membersOf(body: string): [string, string][] {
  const members = ['']
  let depth = 0
  for (const character of body) {
    if ('{<('.includes(character)) depth += 1
    if ('}>)'.includes(character)) depth -= 1
    if (depth === 0 && /[;\n]/.test(character)) members.push('')
    else members[members.length - 1] += character
  }
  return members
    .map((member) => member.trim())
    .filter(Boolean)
    .map((member) => [member.slice(0, member.indexOf(':')).trim(), member.slice(member.indexOf(':') + 1).trim()])
}

const toColumn = ([name, type]: [string, string]): DeclaredColumn => ({
  name,
  isNullable: /\bnull\b/.test(type),
  isOptional: /^(Default|Generated)<|\bundefined\b/.test(type),
})

async function presentTables(ownerUrl: string): Promise<Map<string, PresentColumn[]>> {
  const rows = await query<PresentColumn & { table: string }>(
    ownerUrl,
    `select table_name as table, column_name as name, is_nullable = 'YES' as "isNullable",
       (column_default is not null or is_identity = 'YES') as "hasDefault"
     from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migration'`,
  )
  return Map.groupBy(rows, ({ table }) => table)
}

const byLength = (one: string[], other: string[]): number => one.length - other.length
