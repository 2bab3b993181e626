import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { newId } from '@sightline/sdk'
import { migrate } from '../packages/server/src/base/db/migrate.ts'
import { keepMonths } from '../packages/server/src/base/db/partitions.ts'
import { query } from './support/cluster-processes.ts'
import { freshDatabase, testCluster, TEST_SECRET, type TestDatabase } from './support/database.ts'

const MIGRATIONS = join(import.meta.dirname, '../packages/server/src/base/db/migrations')
const MONTHLY = ['answer', 'delivery', 'delivery_attempt', 'observation', 'source_use']
const DAY_MS = 86_400_000
const PERMISSION_DENIED = '42501'

describe('a table in parts by month', { timeout: 120_000 }, () => {
  let database: TestDatabase
  const organizationId = newId('organization', 0)

  before(async () => {
    database = await freshDatabase()
    await query(database.ownerUrl, ORGANIZATION, [organizationId])
  })
  after(() => database.drop())

  test('answers, what is found in them, and deliveries have parts for this month and the two that follow', async () => {
    const now = new Date()
    const months = [0, 1, 2].map((ahead) => {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
      return month.toISOString().slice(0, 7).replace('-', '_')
    })
    const wanted = MONTHLY.flatMap((table) => [...months, 'before', 'unforeseen'].map((part) => `${table}_${part}`))
    assert.deepEqual(await parts(), wanted.toSorted())
  })

  test('B8 every part has the tenants’ wall, forced, and the application has no way to it beside its table', async () => {
    const rows = await query<{ name: string; walled: boolean; policies: string[] }>(
      database.ownerUrl,
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as walled,
         array(select p.polname || ' ' || (p.polqual is not null) || ' ' || (p.polwithcheck is not null) from pg_policy p where p.polrelid = c.oid) as policies
       from pg_class c where c.relnamespace = 'months'::regnamespace and c.relkind = 'r'`,
    )
    assert.equal(rows.length, (await parts()).length)
    for (const { name, walled, policies } of rows) {
      assert.equal(walled, true, name)
      assert.deepEqual(policies, ['tenant true true'], name)
      await assert.rejects(query(database.url, `select from months.${name}`), { code: PERMISSION_DENIED }, name)
    }
  })

  test('an answer lies in the part of the instant that its id carries, at the first and at the last millisecond of a month', async () => {
    const now = new Date()
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    const ids = [next - 1, next].map((at) => newId('answer', at))
    for (const id of ids) await query(database.ownerUrl, ANSWER, [organizationId, id])
    const names = [next - 1, next].map((at) => `answer_${new Date(at).toISOString().slice(0, 7).replace('-', '_')}`)
    for (const [index, id] of ids.entries()) assert.equal(await partOf(id), names[index])
  })

  test('what was written before its month had a part is moved into it when it gets one', async () => {
    const later = newId('answer', Date.now() + 150 * DAY_MS)
    await query(database.ownerUrl, ANSWER, [organizationId, later])
    assert.equal(await partOf(later), 'answer_unforeseen')
    await query(database.ownerUrl, REFUSES_AS_CITUS)
    await query(database.ownerUrl, 'select ensure_months(6)')
    await query(database.ownerUrl, 'drop event trigger walled_rows; drop function refuse_walled_rows')
    assert.match((await partOf(later)) ?? '', /^answer_\d{4}_\d\d$/)
    const unwalled = await query(
      database.ownerUrl,
      `select relname from pg_class where relnamespace = 'months'::regnamespace and relkind = 'r' and not relforcerowsecurity`,
    )
    assert.deepEqual(unwalled, [])
  })

  test('of past months the parts that hold nothing go, the others stay', async () => {
    const [kept] = await query<{ part: string }>(
      database.ownerUrl,
      `select tableoid::regclass::text as part from answer where id = (select max(id) from answer)`,
    )
    const [{ dropped } = { dropped: [] }] = await query<{ dropped: string[] }>(
      database.ownerUrl,
      `select drop_empty_months('2200-01-01') as dropped`,
    )
    assert.ok(dropped.includes('delivery_attempt_' + new Date().toISOString().slice(0, 7).replace('-', '_')))
    assert.ok((await parts()).includes(kept?.part.replace('months.', '') ?? ''))
    assert.equal((await query(database.ownerUrl, 'select from answer')).length, 3)
    assert.ok((await keepMonths(database.ownerUrl)).made > 0)
  })

  test('an owner whom the wall holds drops nothing that has rows', async () => {
    const owner = 'months_owner'
    await query(database.ownerUrl, `create role ${owner}`)
    await query(
      database.ownerUrl,
      `do $$ declare part text; begin
         grant all on schema public, months to ${owner};
         for part in select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname in ('public', 'months') and c.relkind in ('r', 'p') loop execute format('alter table %s owner to ${owner}', part); end loop;
       end $$`,
    )
    const before = (await parts()).length
    const [{ dropped } = { dropped: [] }] = await query<{ dropped: string[] }>(
      database.ownerUrl,
      `with assumed as materialized (select set_config('role', '${owner}', true))
       select drop_empty_months('2200-01-01') as dropped from assumed`,
    )
    assert.equal((await parts()).length, before - dropped.length)
    await query(
      database.ownerUrl,
      `reassign owned by ${owner} to current_user; drop owned by ${owner}; drop role ${owner}`,
    )
    assert.equal((await query(database.ownerUrl, 'select from answer')).length, 3)
  })

  test('a database of before keeps its rows where they are, and new ones go into their months', async () => {
    const { adminUrl } = await testCluster()
    const name = `months_${process.pid}`
    const folder = await mkdtemp(join(tmpdir(), 'sightline-months-'))
    await cp(MIGRATIONS, folder, { recursive: true })
    for (const file of await readdir(folder)) if (file >= '0017') await rm(join(folder, file))
    await query(adminUrl, `create database ${name}`)
    const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
    try {
      await migrate(url, TEST_SECRET, folder)
      await query(url, ORGANIZATION, [organizationId])
      const old = newId('answer', Date.now())
      await query(url, ANSWER, [organizationId, old])
      const [stored] = await query<{ file: number }>(url, `select pg_relation_filenode('answer') as file`)
      await migrate(url, TEST_SECRET)
      assert.deepEqual(await query(url, 'select id, tableoid::regclass::text as part from answer'), [
        { id: old, part: 'months.answer_before' },
      ])
      assert.deepEqual(await query(url, `select pg_relation_filenode('months.answer_before') as file`), [stored])
      const fresh = newId('answer', Date.now() + 32 * DAY_MS)
      await query(url, ANSWER, [organizationId, fresh])
      const [row] = await query<{ part: string }>(
        url,
        `select tableoid::regclass::text as part from answer where id = $1`,
        [fresh],
      )
      assert.match(row?.part ?? '', /^months\.answer_\d{4}_\d\d$/)
    } finally {
      await query(adminUrl, `drop database ${name} with (force)`)
      await rm(folder, { recursive: true })
    }
  })

  const parts = async (): Promise<string[]> =>
    (
      await query<{ name: string }>(
        database.ownerUrl,
        `select relname as name from pg_class where relnamespace = 'months'::regnamespace and relkind = 'r' and relispartition order by relname collate "C"`,
      )
    ).map(({ name }) => name)

  const partOf = async (id: string): Promise<string | undefined> =>
    (
      await query<{ part: string }>(
        database.ownerUrl,
        `select relname as part from answer join pg_class on pg_class.oid = answer.tableoid where id = $1`,
        [id],
      )
    )[0]?.part
})

/** As the tables' owner: what lies below is no door of the product. */
const ORGANIZATION = `with made as (
    insert into organization (organization_id, name, plan, anchor_at) values ($1, 'Months', 'pro', now()) returning organization_id)
  insert into brand (organization_id, id, name, aliases, excluded_names, domains, case_sensitive)
  select organization_id, 'brd_1', 'Acme', '{}', '{}', '{}', false from made`
/**
 * Attaching a part to a distributed table distributes it, its rows by COPY (Citus, commands/table.c:
 * PreprocessAlterTableStmtAttachPartition), which PostgreSQL refuses to whom row-level security holds.
 */
const REFUSES_AS_CITUS = `
  create function refuse_walled_rows() returns event_trigger language plpgsql as $$
  declare
    part regclass;
    has_rows boolean;
  begin
    -- Of all that ensure_months does only attaching changes the table itself.
    if not exists (select from pg_event_trigger_ddl_commands() where objid = 'answer'::regclass) then return; end if;
    select inhrelid::regclass into part from pg_inherits where inhparent = 'answer'::regclass order by inhrelid desc limit 1;
    execute format('select exists (select from %s)', part) into has_rows;
    if has_rows and (select relforcerowsecurity from pg_class where oid = part) then
      raise exception 'COPY FROM not supported with row-level security: %', part; end if;
  end $$;
  create event trigger walled_rows on ddl_command_end when tag in ('ALTER TABLE') execute function refuse_walled_rows()`

const ANSWER = `
  insert into answer (organization_id, id, brand_id, run_id, prompt_id, platform, surface, outcome, text, collected_at)
  values ($1, $2, 'brd_1', 'run_1', 'prm_1', 'chatgpt', 'import', 'ok', '', now())`
