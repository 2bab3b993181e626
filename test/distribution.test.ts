import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sessionOperations } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/house.ts'
import { distribute, placements } from '../packages/server/src/store/distribution.ts'
import { query } from './support/cluster-processes.ts'
import { freshDatabase, type TestDatabase } from './support/database.ts'
import { openHouse } from './support/product.ts'

/**
 * Citus cannot be installed where the tests run. What stands in for it is a schema with its two functions and its catalogue:
 * they note who is distributed how, and refuse what Citus refuses (a key that does not begin with the distribution column,
 * a foreign key to a table that does not lie beside it, a trigger, a policy with a query inside).
 */
const STAND_IN = `
  -- Workers hear of a tenant by a command alone: nothing may set tenants inside a function.
  drop function count_calls;
  create table pg_dist_partition (logicalrelid regclass, method "char", partkey text, colocated_with text);
  grant select on pg_dist_partition to public;
  create function refuse_unfit(wanted regclass, key text) returns void language plpgsql as $$
  declare unfit text;
  begin
    select string_agg(i.indexrelid::regclass::text, ', ') into unfit from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = wanted and i.indisunique and a.attname <> key;
    if unfit is not null then raise exception 'cannot create constraint on %: % must include the distribution column', wanted, unfit; end if;
    if exists (select from pg_trigger where tgrelid = wanted and not tgisinternal) then
      raise exception 'triggers are not supported on distributed tables: %', wanted; end if;
    if exists (select from pg_policy where polrelid = wanted and concat(polqual::text, polwithcheck::text) like '%SUBLINK%') then
      raise exception 'policies with subqueries are not supported on distributed tables: %', wanted; end if;
    select string_agg(conname, ', ') into unfit from pg_constraint k
      where k.conrelid = wanted and k.contype = 'f' and k.confrelid <> wanted and k.conparentid = 0
        and not exists (select from pg_dist_partition p where p.logicalrelid = k.confrelid and (p.method = 'h' or key is null));
    if unfit is not null then raise exception 'cannot create foreign key constraint: % of %', unfit, wanted; end if;
  end $$;
  create function create_distributed_table(wanted regclass, key text, colocate_with text default 'default') returns void language plpgsql as $$
  begin
    perform refuse_unfit(wanted, key);
    insert into pg_dist_partition values (wanted, 'h', key, colocate_with);
  end $$;
  create function create_reference_table(wanted regclass) returns void language plpgsql as $$
  begin
    if exists (select from pg_constraint k join pg_dist_partition p on p.logicalrelid = k.confrelid and p.method = 'h' where k.conrelid = wanted and k.contype = 'f')
      then raise exception 'foreign keys from reference tables to distributed tables are not supported'; end if;
    insert into pg_dist_partition values (wanted, 'n', null, null);
  end $$;`

describe('a distributed database (Citus is stood in for)', { timeout: 60_000 }, () => {
  let database: TestDatabase
  before(async () => {
    database = await freshDatabase()
  })
  after(() => database.drop())

  test('a database without Citus is left as it is, and the error says what to do', async () => {
    await assert.rejects(distribute(database.ownerUrl), /create extension citus/)
    assert.equal((await triggers()).length, 2)
  })

  test('every table goes where the table in the code says, beside its organization; a second time nothing is done', async () => {
    await query(database.ownerUrl, STAND_IN)
    const distributed = await distribute(database.ownerUrl)
    const rows = await query<{ name: string; method: string; key: string | null; beside: string | null }>(
      database.ownerUrl,
      'select logicalrelid::text as name, method, partkey as key, colocated_with as beside from pg_dist_partition',
    )
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), distributed.toSorted())
    for (const { name, method, key, beside } of rows) {
      // Named by the catalogue, so it may be none of ours.
      const place = placements[name as keyof typeof placements]
      assert.equal(method, place === 'distributed' ? 'h' : 'n', name)
      if (place !== 'distributed') continue
      assert.equal(key, 'organization_id', name)
      assert.equal(beside, name === 'organization' ? 'none' : 'organization', name)
    }
    assert.deepEqual(await triggers(), [])
    assert.deepEqual(await distribute(database.ownerUrl), [])
  })

  test('on it the product reads and writes as one tenant at a time, keys are revoked at once, and nothing of a deleted organization stays', async () => {
    const house = await openHouse({ ...database, drop: async () => {} }, {})
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
    query(database.ownerUrl, `select tgrelid::regclass::text as of from pg_trigger where tgname = 'key_changed'`)
})
