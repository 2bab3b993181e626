import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Client, DatabaseError } from 'pg'
import { ApiError } from '@sightline/sdk'
import { openDatabase, type Database } from '../packages/server/src/base/db/database.ts'
import type { Db } from '../packages/server/src/base/db/db.ts'
import { isUnavailable } from '../packages/server/src/base/db/errors.ts'
import { query } from './support/cluster-processes.ts'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { join } from './support/people.ts'
import { unrecorded } from './support/statements.ts'

/** The tables of the foundation; a house of two tenants fills them all. */
const TABLES_WITH_ROWS = 17
const generous = { timeout: 120_000 }
const FORBIDDEN = '42501'
const NO_SUCH_PARENT = '23503'

describe('the wall between tenants in the database', generous, () => {
  let house: TestApp
  let a: Tenant
  let b: Tenant
  let tables: string[]
  /** Those in which both have rows: an empty table would show nothing. */
  const filled: string[] = []

  before(async () => {
    house = await openTestApp({ lab: { seed: 3 } })
    a = await basicFixture(house)
    b = await basicFixture(house)
    tables = await tenantTables(house.database.ownerUrl)
    for (const table of tables)
      if ((await rowsOf(table, a.organizationId)) > 0 && (await rowsOf(table, b.organizationId)) > 0) filled.push(table)
    assert.ok(filled.length >= TABLES_WITH_ROWS, `rows in ${filled.join(', ')} only`)
  })
  after(() => house.close())

  test('B7 the application role without a tenant sees no row of any tenant table', async () => {
    await asApplication(async (client) => {
      for (const table of tables) assert.equal((await client.query(`select from ${table}`)).rowCount, 0, table)
      await client.query(`select set_config('app.organization_id', '', false)`)
      for (const table of tables) assert.equal((await client.query(`select from ${table}`)).rowCount, 0, table)
    })
  })

  test('B8 every tenant table has forced row-level security with a policy for reading and for writing', async () => {
    assert.ok(tables.length >= 15)
    const rows = await owner<{ name: string; walled: boolean; policies: string[] }>(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as walled,
        array(select p.polname || ' ' || p.polcmd::text || ' ' || (p.polqual is not null) || ' ' || (p.polwithcheck is not null)
              from pg_policy p where p.polrelid = c.oid order by 1) as policies
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1)`)
    for (const { name, walled, policies } of rows) {
      assert.equal(walled, true, name)
      // Each for reading alone: the operator lists organizations, a person their own memberships; whoever sets an
      // installation up sees whatever they are to own.
      const others: Record<string, string[]> = {
        organization: ['operator r true false'],
        membership: ['self r true false'],
      }
      const later: Record<string, string[]> = { organization: ['unclaimed r true false'] }
      assert.deepEqual(policies, [...(others[name] ?? []), 'tenant * true true', ...(later[name] ?? [])])
    }
  })

  test('B8 only the operator, who owns the tables, may list the organizations', async () => {
    const rows = await owner<{ isOwner: boolean }>(`
      select p.polroles = array[c.relowner] as "isOwner" from pg_policy p join pg_class c on c.oid = p.polrelid
      where p.polname = 'operator' and $1::text[] is not null`)
    assert.deepEqual(rows, [{ isOwner: true }])
  })

  test('B8 every primary key, unique index and foreign key of a tenant table begins with its organization', async () => {
    const keys = await owner(`
      select i.indexrelid::regclass as name from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indisunique and i.indrelid::regclass::text = any($1) and a.attname <> 'organization_id'`)
    assert.deepEqual(keys, [])
    const parents = await owner(`
      select k.conname as name from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace
        and k.conrelid::regclass::text = any($1) and a.attname <> 'organization_id'`)
    assert.deepEqual(parents, [])
  })

  test('B8 no function runs with its owner’s rights, and no view does', async () => {
    const functions = await owner(
      `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace and $1::text[] is not null`,
    )
    assert.deepEqual(functions, [])
    const views = await owner(`
      select relname from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace and $1::text[] is not null
        and not coalesce(reloptions @> array['security_invoker=true'], false)`)
    assert.deepEqual(views, [])
  })

  test('B8 the application role owns nothing, is a member of nothing, and cannot pass the wall', async () => {
    await asApplication(async (client) => {
      const { rows } = await client.query(`
        select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
          (select count(*)::int from pg_class where relowner = r.oid) as owned,
          (select count(*)::int from pg_auth_members where member = r.oid) as memberships
        from pg_roles r where rolname = current_user`)
      assert.deepEqual(rows, [
        { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owned: 0, memberships: 0 },
      ])
      await refused(client, `insert into schema_migration (name, checksum) values ('x', 'x')`)
      await refused(client, 'drop table brand')
      await refused(client, 'alter table brand disable row level security')
    })
  })

  test('B9 nothing is written for another organization, moved to it, changed or deleted there', async () => {
    await asTenant(a, async (client) => {
      for (const table of filled) {
        const [row] = await query<{ row: unknown }>(
          house.database.ownerUrl,
          `select to_jsonb(t) as row from ${table} t where organization_id = $1 limit 1`,
          [b.organizationId],
        )
        const columns = await writtenColumnsOf(table)
        const planted = `insert into ${table} (${columns}) overriding system value select ${columns} from jsonb_populate_record(null::${table}, $1)`
        await refused(client, planted, [row?.row])
        if (table !== 'organization')
          await refused(client, `update ${table} set organization_id = $1`, [b.organizationId])
        if (table === 'audit_entry') continue
        const foreign = 'where organization_id = $1'
        const changed = await client.query(`update ${table} set organization_id = organization_id ${foreign}`, [
          b.organizationId,
        ])
        assert.equal(changed.rowCount, 0, table)
        const deleted = await client.query(`delete from ${table} ${foreign}`, [b.organizationId])
        assert.equal(deleted.rowCount, 0, table)
      }
      await client.query('set row_security = off')
      await refused(client, 'select from brand')
    })
  })

  /** Those that the database does not make itself. */
  async function writtenColumnsOf(table: string): Promise<string> {
    const [made] = await query<{ names: string }>(
      house.database.ownerUrl,
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    return made!.names
  }

  test('B9 a child cannot be hung under another organization’s parent', async () => {
    const [foreign] = await query<{ id: string }>(
      house.database.ownerUrl,
      'select id from brand where organization_id = $1',
      [b.organizationId],
    )
    await asTenant(a, (client) =>
      refused(
        client,
        `insert into schedule (organization_id, brand_id, is_on, hour, days, repeats) values ($1, $2, true, 1, '{1}', 1)`,
        [a.organizationId, foreign?.id],
        NO_SUCH_PARENT,
      ),
    )
  })

  test('B10 200 interleaved statements over few connections that are cut meanwhile never see another’s row', () =>
    unrecorded(async () => {
      const database = openDatabase({ url: house.database.url, poolSize: 2, readerCount: 2 })
      const ends = await interleaved(async (tenant, index) => {
        const { organizationId } = tenant
        const ways = [
          () => readAll(database.reader(organizationId)),
          () => readAll(database.statement(organizationId)),
          () => database.transaction(organizationId, readAll),
        ]
        const rows = await ways[Math.floor(index / 2) % ways.length]!()
        assert.deepEqual([...new Set(rows)], [tenant.organizationId])
      }, isUnavailable)
      assert.ok(ends.done > 0 && ends.cut > 0, JSON.stringify(ends))
      await untilWell(() => database.transaction(a.organizationId, readAll))
      await untilWell(() => readAll(database.reader(b.organizationId)))
      await nothingIsLeftOn(database)
      await database.close()
    }))

  test('B10 200 interleaved calls while connections are cut are answered with one’s own or a 503', async () => {
    const own = new Map<Tenant, string>()
    for (const tenant of [a, b]) own.set(tenant, JSON.stringify((await tenant.client.listBrands()).data))
    await interleaved(
      async (tenant) => assert.equal(JSON.stringify((await tenant.client.listBrands()).data), own.get(tenant)),
      (error) => error instanceof ApiError && error.status === 503,
    )
    for (const { client } of [a, b]) await untilWell(() => client.listBrands())
  })

  test('B11 a query that forgot its condition still sees its own rows only', () =>
    unrecorded(async () => {
      for (const tenant of [a, b])
        for (const table of filled) {
          const all = sql<{ id: string }>`select organization_id as id from ${sql.table(table)}`
          const { rows } = await all.execute(house.app.database.reader(tenant.organizationId))
          const again = await house.app.database.transaction(tenant.organizationId, (db) => all.execute(db))
          assert.deepEqual([...new Set(rows.map(({ id }) => id))], [tenant.organizationId], table)
          assert.equal(again.rows.length, rows.length)
        }
    }))

  /** Two hundred pieces of work in turns of A and B, with every connection of the application cut again and again. */
  async function interleaved(
    work: (tenant: Tenant, index: number) => Promise<void>,
    isCut: (error: unknown) => boolean,
  ): Promise<{ done: number; cut: number }> {
    const ends = { done: 0, cut: 0 }
    const over = new AbortController()
    const all = Array.from({ length: 200 }, async (_, index) => {
      // In eight waves, so that some find a connection that was cut before, some one that is cut under them.
      await sleep(Math.floor(index / 25) * 30)
      try {
        await work(index % 2 === 0 ? a : b, index)
        ends.done += 1
      } catch (error) {
        if (!isCut(error)) throw error
        ends.cut += 1
      }
    })
    const cutting = (async () => {
      while (!over.signal.aborted) {
        await owner(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'sightline' and $1::text[] is not null`)
        await sleep(15)
      }
    })()
    await Promise.all(all).finally(() => over.abort())
    await cutting
    return ends
  }

  async function nothingIsLeftOn(database: Database): Promise<void> {
    const { rows } = await sql<{ tenant: string | null }>`
      select nullif(current_setting('app.organization_id', true), '') as tenant`.execute(database.systemDb)
    assert.deepEqual(rows, [{ tenant: null }])
    assert.deepEqual(await readAll(database.systemDb), [])
  }

  async function rowsOf(table: string, organizationId: string): Promise<number> {
    const text = `select from ${table} where organization_id = $1`
    return (await query(house.database.ownerUrl, text, [organizationId])).length
  }

  const owner = <Row extends object>(text: string): Promise<Row[]> =>
    query<Row>(house.database.ownerUrl, text, [tables])

  async function asApplication(work: (client: Client) => Promise<void>): Promise<void> {
    const client = new Client({ connectionString: house.database.url })
    await client.connect()
    await work(client).finally(() => client.end())
  }

  const asTenant = ({ organizationId }: Tenant, work: (client: Client) => Promise<void>): Promise<void> =>
    asApplication(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
      await work(client)
    })
})

/** A tenant with a row in every table. */
async function basicFixture(house: TestApp): Promise<Tenant> {
  const tenant = await house.tenant()
  const { brandId } = await seedBrand(tenant.client, house.lab, 2)
  await tenant.client.setSchedule({ params: { id: brandId }, body: { hour: 3, days: [1] } })
  await runEnd(tenant.client, (await startedRun(tenant.client, brandId, { platforms: ['chatgpt'] })).id)
  await join(house, tenant, 'member', `member@${tenant.organizationId.slice(4)}.example`)
  return tenant
}

/** Not the queue: workers, which name no tenant, see all jobs; a tenant sees its own (queue.test.ts). */
async function tenantTables(ownerUrl: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    ownerUrl,
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and c.relname not in ('credential', 'job') order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Whose rows a query without any condition sees. */
const readAll = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('prompt').select('organization_id as id').execute()).map(({ id }) => id)

async function refused(client: Client, text: string, values: unknown[] = [], code = FORBIDDEN): Promise<void> {
  await assert.rejects(client.query(text, values), (error) => {
    assert.ok(error instanceof DatabaseError, `${text}: ${String(error)}`)
    assert.equal(error.code, code, `${text}: ${error.message}`)
    return true
  })
}

async function untilWell(work: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      await work()
      return
    } catch {
      await sleep(50)
    }
}
