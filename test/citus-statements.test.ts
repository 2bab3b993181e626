import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { catalogueOf, type Catalogue } from './support/citus-refusals.ts'
import { freshDatabase, type TestDatabase } from './support/database.ts'
import { unfitness } from './support/statements.ts'

/** What nobody may write, with the reason that must be found; each is good PostgreSQL. */
const PLANTED: readonly [reason: RegExp, text: string][] = [
  [/brand without its organization/, 'select name from brand where id = $1'],
  [/brand without its organization/, 'select name from brand where organization_id = any($1) for update'],
  [/prompt without its organization/, 'update prompt set topic = $1 where id = $2'],
  [
    /must not be VOLATILE/,
    `update delivery set claimed_until = clock_timestamp() where organization_id = $1 and id = $2`,
  ],
  [
    /must not be VOLATILE/,
    `with due as (select id from delivery where organization_id = $1 and claimed_until < clock_timestamp())
     delete from delivery where organization_id = $1 and id in (select id from due)`,
  ],
  [
    /STABLE functions.*column references/,
    `delete from idempotency_key where organization_id = $1 and created_at + interval '1 day' < now()`,
  ],
  [
    /STABLE functions.*column references/,
    `update delivery set next_attempt_at = $1::timestamptz + attempts * interval '1 second' where organization_id = $2 and id = $3`,
  ],
  [
    /STABLE functions.*column references/,
    `update audit_entry set subject = at::text where organization_id = $1 and action = $2`,
  ],
  [
    /not allowed in CASE or COALESCE/,
    `update api_key set revoked_at = coalesce(revoked_at, now()) where organization_id = $1 and id = $2`,
  ],
  [
    /not allowed in the RETURNING clause/,
    `delete from stale_day where organization_id = $1 and brand_id = $2 returning day::text`,
  ],
  [
    /DO UPDATE SET clause/,
    `insert into change_clock (organization_id, changed_at) values ($1, $2)
     on conflict (organization_id) do update set changed_at = now()`,
  ],
  [
    /WHERE clause of the ON CONFLICT/,
    `insert into change_clock as clock (organization_id, changed_at) values ($1, $2)
     on conflict (organization_id) do update set changed_at = excluded.changed_at where clock.changed_at < now()`,
  ],
  [
    /subqueries are not supported within INSERT/,
    `insert into stale_day (organization_id, brand_id, day) values ($1, $2, (select max(day) from rollup where organization_id = $1))`,
  ],
  [
    /common table expressions are not supported with INSERT/,
    `with day as (select 1) insert into stale_day (organization_id, brand_id, day) values ($1, $2, $3)`,
  ],
  [
    /is a COPY, which row-level security refuses/,
    `insert into stale_day (organization_id, brand_id, day) select $1, $2, day from unnest($3::date[]) as changed (day)`,
  ],
  [
    /joins a table of the coordinator/,
    `select role from membership join organization using (organization_id) where organization_id = $1`,
  ],
  [/joins a table of the coordinator/, `select job.id from job, brand where brand.organization_id = $1`],
  [
    /calls pg_notify where the rows are/,
    `with revoked as (update api_key set revoked_at = $2 where organization_id = $1 returning id)
     select pg_notify('key_changed', id) from revoked`,
  ],
  [
    /calls id_floor where the rows are/,
    `select id from answer where organization_id = $1 and id > id_floor('ans', $2::timestamptz)`,
  ],
]

/** Near them, and good. */
const FIT: readonly string[] = [
  'select name, clock_timestamp() from brand where organization_id = $1 and id = $2 for update',
  `delete from idempotency_key where organization_id = $1 and created_at < now() - interval '1 day'`,
  'update delivery set claimed_until = statement_timestamp() where organization_id = $1 and id = $2 returning id',
  `update delivery set next_attempt_at = ($1::timestamptz at time zone 'UTC' + attempts * interval '1 second') at time zone 'UTC'
   where organization_id = $2 and id = $3`,
  `insert into stale_day (organization_id, brand_id, day) select $1, $2, day from unnest($3::date[]) as changed (day)
   on conflict do nothing`,
  'insert into stale_day (organization_id, brand_id, day) values ($1, $2, $3), ($4, $5, $6), ($7, $8, $9)',
  'select person.name from membership join person on person.id = person_id where organization_id = $1',
  `select pg_notify('key_changed', $1)`,
]

describe('the witness that holds every statement of the application against Citus', { timeout: 60_000 }, () => {
  let database: TestDatabase
  let client: Client
  let catalogue: Catalogue

  before(async () => {
    database = await freshDatabase()
    client = new Client({ connectionString: database.ownerUrl })
    await client.connect()
    catalogue = await catalogueOf(client)
  })
  after(async () => {
    await client.end()
    await database.drop()
  })

  test('finds each planted statement that Citus would refuse, with the reason', async () => {
    for (const [reason, text] of PLANTED)
      assert.match((await unfitness(client, catalogue, text)).join('; '), reason, text)
  })

  test('has nothing against their neighbours that are good', async () => {
    for (const text of FIT) assert.deepEqual(await unfitness(client, catalogue, text), [], text)
  })
})
