import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { sessionOperations } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { distribute, placements, refuseHalfDistributed } from '../packages/server/src/base/db/distribution.ts'
import { query } from './support/cluster-processes.ts'
import { freshDatabase, type TestDatabase } from './support/database.ts'
import { openApp } from './support/product.ts'
import { eventually } from './support/eventually.ts'

/**
 * Citus cannot be installed where the tests run. What stands in for it is a schema with its function and its catalogue: it
 * notes who is distributed, and refuses what Citus 13 and 14 refuse, each as a file of its sources says it
 * (src/backend/distributed/): create_distributed_table.c, foreign_constraint.c, policy.c, trigger.c, and its change log.
 */
const STAND_IN = `
  -- Workers hear of a tenant by a command alone (variableset.c): nothing may set tenants inside a function.
  drop function count_calls;
  create table pg_dist_partition (logicalrelid regclass, method "char", partkey text, colocated_with text);
  grant select on pg_dist_partition to public;
  create function citus_version() returns text language sql as $$ select 'Citus 13.0.3 on x86_64-pc-linux-gnu' $$;

  create function refuse_keys(wanted regclass, key text) returns void language plpgsql as $$
  declare unfit text;
  begin
    -- Checked on each worker by itself, so it must hold the organization.
    select string_agg(i.indexrelid::regclass::text, ', ') into unfit from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = wanted and i.indisunique and a.attname <> key;
    if unfit is not null then raise exception 'cannot create constraint on %: % must include the distribution column', wanted, unfit; end if;
    -- foreign_constraint.c: to a table that lies beside it, by the organization in the same place on both sides, and without
    -- an action that would change the organization.
    select string_agg(conname, ', ') into unfit from pg_constraint k
      where k.conrelid = wanted and k.contype = 'f' and k.conparentid = 0 and (
        k.confrelid <> wanted and not exists (select from pg_dist_partition p where p.logicalrelid = k.confrelid)
        or (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1]) <> key
        or (select attname from pg_attribute where attrelid = k.confrelid and attnum = k.confkey[1]) <> key
        or k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd', 'c'));
    if unfit is not null then raise exception 'cannot create foreign key constraint: % of %', unfit, wanted; end if;
    -- change log, 14.0.0: beside another only by a column of the same type and collation.
    if exists (select from pg_attribute a, pg_attribute other where a.attrelid = wanted and a.attname = key
        and other.attrelid = 'organization'::regclass and other.attname = key
        and (a.atttypid, a.attcollation, a.attgenerated) is distinct from (other.atttypid, other.attcollation, ''::"char")) then
      raise exception 'distribution key of % is of another kind', wanted; end if;
  end $$;

  create function refuse_belongings(wanted regclass) returns void language plpgsql as $$
  declare
    part regclass;
    has_rows boolean;
  begin
    if exists (select from pg_trigger where tgrelid = wanted and not tgisinternal) then
      raise exception 'triggers are not supported on distributed tables: %', wanted; end if;
    if exists (select from pg_policy where polrelid = wanted and concat(polqual::text, polwithcheck::text) like '%SUBLINK%') then
      raise exception 'Subqueries are not supported in policies on distributed tables: %', wanted; end if;
    if exists (select from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = wanted and not c.relispartition) then
      raise exception 'inheriting a distributed table: %', wanted; end if;
    -- What is built in is not in pg_depend: a function or a type of ours would have to be on every worker before.
    if exists (select from pg_depend d where d.refclassid in ('pg_proc'::regclass, 'pg_type'::regclass)
        and d.refobjid >= 16384 and d.deptype = 'n' and (
          d.classid = 'pg_attrdef'::regclass and d.objid in (select oid from pg_attrdef where adrelid = wanted)
          or d.classid = 'pg_constraint'::regclass and d.objid in (select oid from pg_constraint where conrelid = wanted)
          or d.classid = 'pg_policy'::regclass and d.objid in (select oid from pg_policy where polrelid = wanted)
          or d.classid = 'pg_class'::regclass and (d.objid = wanted or d.objid in (select indexrelid from pg_index where indrelid = wanted)))) then
      raise exception '% needs a function or a type that no worker has', wanted; end if;
    -- Rows are sent by COPY (CopyLocalDataIntoShards), which PostgreSQL refuses to whom row-level security holds.
    for part in select wanted union select inhrelid::regclass from pg_inherits where inhparent = wanted loop
      execute format('select exists (select from only %s)', part) into has_rows;
      if has_rows and (select relforcerowsecurity from pg_class where oid = part) then
        raise exception 'COPY FROM not supported with row-level security: %', part; end if;
    end loop;
  end $$;

  create function create_distributed_table(wanted regclass, key text, colocate_with text default 'default') returns void language plpgsql as $$
  begin
    perform refuse_keys(wanted, key);
    perform refuse_belongings(wanted);
    insert into pg_dist_partition values (wanted, 'h', key, colocate_with);
  end $$;`

/** What would be refused, planted in the migrated database; each goes again. */
const UNFIT: readonly [reason: RegExp, plant: string, remove: string][] = [
  [/must include the distribution column/, 'create unique index planted on brand (id)', 'drop index planted'],
  [
    /cannot create foreign key constraint: planted/,
    'alter table brand add constraint planted foreign key (name) references person on delete cascade',
    'alter table brand drop constraint planted',
  ],
  [
    /cannot create foreign key constraint: planted/,
    `alter table competitor add constraint planted foreign key (organization_id, brand_id) references brand on delete set null (brand_id)`,
    'alter table competitor drop constraint planted',
  ],
  [
    /triggers are not supported/,
    'create trigger planted before update on run for each row execute function suppress_redundant_updates_trigger()',
    'drop trigger planted on run',
  ],
  [
    /Subqueries are not supported in policies/,
    'create policy planted on run for select using (exists (select from installation))',
    'drop policy planted on run',
  ],
  [
    /needs a function or a type that no worker has/,
    `alter table run alter column surface set default id_floor('run', '2026-01-01')`,
    'alter table run alter column surface drop default',
  ],
  [
    /needs a function or a type that no worker has/,
    `create domain planted as text; alter table run add column planted planted`,
    'drop domain planted cascade',
  ],
]

describe('a distributed database (Citus is stood in for)', { timeout: 60_000 }, () => {
  let database: TestDatabase
  before(async () => {
    database = await freshDatabase()
  })
  after(() => database.drop())

  const owner = <Row extends object>(text: string): Promise<Row[]> => query<Row>(database.ownerUrl, text)

  test('a database without Citus is left as it is, and the error says what to do', async () => {
    await assert.rejects(distribute(database.ownerUrl), /Citus 13\.0\.3 or newer there, run "create extension citus"/)
    assert.equal((await triggers()).length, 2)
  })

  test('an older Citus is refused with its version, and so is a database that Sightline works on', async () => {
    await owner(STAND_IN)
    for (const version of ['12.1.10', '13.0.2', '9.5.1']) {
      await owner(
        `create or replace function citus_version() returns text language sql as $$ select 'Citus ${version} on x' $$`,
      )
      await assert.rejects(
        distribute(database.ownerUrl),
        new RegExp(`needs Citus 13.0.3 or newer; this is Citus ${version}`),
      )
    }
    for (const version of ['13.0.3', '14.0.0', '14.1devel']) {
      await owner(
        `create or replace function citus_version() returns text language sql as $$ select 'Citus ${version} on x' $$`,
      )
      const client = new Client({ connectionString: database.url, application_name: 'sightline' })
      await client.connect()
      await assert.rejects(distribute(database.ownerUrl), /Sightline works on this database \(1 connections\)/)
      await client.end()
    }
    await untilNobodyIsConnected()
  })

  test('what Citus refuses would be found, and nothing of it stays', async () => {
    for (const [reason, plant, remove] of UNFIT) {
      await owner(plant)
      await assert.rejects(distribute(database.ownerUrl), reason, plant)
      await owner(remove)
    }
    assert.deepEqual(await owner('select from pg_dist_partition'), [])
    assert.equal((await triggers()).length, 2)
  })

  test('every table goes where the table in the code says, beside its organization; a second time nothing is done', async () => {
    const id = 'org_00000000000000000000000000'
    await owner(
      `insert into organization (organization_id, name, plan, anchor_at) values ('${id}', 'Here before', 'free', now())`,
    )
    const walled = await walledTables()
    const distributed = await distribute(database.ownerUrl)
    const rows = await owner<{ name: string; key: string; beside: string }>(
      'select logicalrelid::text as name, partkey as key, colocated_with as beside from pg_dist_partition',
    )
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), distributed.toSorted())
    assert.deepEqual(
      distributed.toSorted(),
      Object.keys(placements)
        .filter((name) => placements[name as keyof typeof placements] === 'distributed')
        .toSorted(),
    )
    for (const { name, key, beside } of rows) {
      assert.equal(key, 'organization_id', name)
      assert.equal(beside, name === 'organization' ? 'none' : 'organization', name)
    }
    assert.deepEqual(await triggers(), [])
    assert.deepEqual(await distribute(database.ownerUrl), [])
    assert.deepEqual(await walledTables(), walled)
    await owner(`delete from organization where organization_id = '${id}'`)
  })

  test('the service does not start where a newer version brought tables that are not distributed yet', async () => {
    await refuseHalfDistributed(database.ownerUrl)
    await owner(`delete from pg_dist_partition where logicalrelid in ('judgement'::regclass, 'model_use'::regclass)`)
    await assert.rejects(
      refuseHalfDistributed(database.ownerUrl),
      /not distributed yet: model_use, judgement\. Run "sightline db distribute"/,
    )
    assert.deepEqual(await distribute(database.ownerUrl), ['model_use', 'judgement'])
    await refuseHalfDistributed(database.ownerUrl)
  })

  test('no foreign key leads from a table of the coordinator to a distributed one, or back', async () => {
    const crossing = await owner(`
      select k.conname from pg_constraint k where k.contype = 'f' and k.conparentid = 0
        and (exists (select from pg_dist_partition p where p.logicalrelid = k.conrelid)
          <> exists (select from pg_dist_partition p where p.logicalrelid = k.confrelid))
        and not exists (select from pg_class c where c.oid in (k.conrelid, k.confrelid) and c.relispartition)`)
    assert.deepEqual(crossing, [])
  })

  test('its transactions tell the workers whose they are', async () => {
    const settings = await owner<{ setting: string }>(
      `select unnest(setconfig) as setting from pg_db_role_setting join pg_database d on d.oid = setdatabase where datname = current_database()`,
    )
    assert.ok(settings.some(({ setting }) => setting === 'citus.propagate_set_commands=local'))
  })

  test('on it the product reads and writes as one tenant at a time, keys are revoked at once, and nothing of a deleted organization stays', async () => {
    const house = await openApp({ ...database, drop: async () => {} }, {})
    try {
      const [one, other] = [await house.tenant(), await house.tenant()]
      const { id } = await one.client.createBrand({ body: { name: 'Acme' } })
      const names = await Promise.all(
        Array.from({ length: 20 }, async (_, turn) =>
          (await (turn % 2 === 0 ? one : other).client.listBrands({})).data.map(({ name }) => name),
        ),
      )
      names.forEach((found, turn) => assert.deepEqual(found, turn % 2 === 0 ? ['Acme'] : [], `read ${turn}`))
      await assert.rejects(other.client.getBrand({ params: { id } }), { code: 'resource_not_found' })
      await assert.rejects(one.client.createBrand({ body: { name: 'Acme' } }), { code: 'conflict' })
      assert.equal((await one.client.listBrands({})).data.length, 1)
      const { app } = house
      await operate(app, one.organizationId, sessionOperations.revokeKey, { params: { id: one.keyId } })
      await sleep(200)
      await assert.rejects(one.client.listBrands({}), { code: 'api_key_revoked' })
      await operate(app, one.organizationId, sessionOperations.deleteOrganization, { body: { confirm: 'Test' } })
      assert.deepEqual(
        (await query(database.ownerUrl, 'select organization_id as id from credential')).map((row) => ({ ...row })),
        [{ id: other.organizationId }],
      )
    } finally {
      await house.close()
    }
  })

  const triggers = (): Promise<object[]> =>
    owner(`select tgrelid::regclass::text as of from pg_trigger where tgname = 'key_changed'`)

  const walledTables = (): Promise<object[]> =>
    owner(`select oid::regclass::text as name from pg_class where relforcerowsecurity order by 1`)

  async function untilNobodyIsConnected(): Promise<void> {
    const text = `select from pg_stat_activity where datname = current_database() and application_name = 'sightline'`
    await eventually(async () => (await owner(text)).length === 0)
  }
})
