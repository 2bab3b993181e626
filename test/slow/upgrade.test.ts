import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../packages/server/src/base/db/migrate.ts'
import { ask } from '../support/http.ts'
import { freshDatabase, TEST_SECRET } from '../support/database.ts'
import { liftMinuteLimit, asOwner } from '../support/owner.ts'
import { differencesOf } from '../support/pipeline.ts'
import { seedBrand, openApp, runEnd, startedRun, type Tenant, type TestApp } from '../support/product.ts'
import { eventually } from '../support/eventually.ts'

const MIGRATIONS = fileURLToPath(new URL('../../packages/server/src/base/db/migrations', import.meta.url))
/** The last one that no older version runs beside: there was no release before it. */
const FIRST_RELEASE = '0017_months.sql'
/** What processes of the version before would stumble over: they read, write and name what is there. */
const TAKES_AWAY =
  /\bdrop (schema|table|column|view|function|type)\b|\brename\b|\balter column \w+ (type|set not null|drop default)\b/i
/** The version before is stopped first (docs/operating.md, "Upgrading"): it kept its jobs in a library's tables. */
const AFTER_A_STOP = '0040_jobs.sql'

/** The tables that runs and calls use get a column, and there is a new one: what a newer version may do while this one runs. */
const NEWER = ['prompt', 'brand', 'answer', 'current_score']
  .map((table) => `alter table ${table} add column of_newer text default 'x';`)
  .concat('create table of_newer (id text primary key);')
  .join('\n')

describe('a newer version that brings the schema up beside this one', { timeout: 120_000 }, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let folder: string

  before(async () => {
    house = await openApp(await freshDatabase(), { lab: { seed: 8 } })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 3))
    await measured(tenant)
    folder = await mkdtemp(join(tmpdir(), 'sightline-newer-'))
    await cp(MIGRATIONS, folder, { recursive: true })
    await writeFile(join(folder, '9999_newer.sql'), NEWER)
  })
  after(async () => {
    await house.close()
    await rm(folder, { recursive: true, force: true })
  })

  const run = { platforms: ['chatgpt', 'claude'], repeats: 3 }
  async function measured({ client }: Tenant): Promise<void> {
    const { planned, stored } = await runEnd(client, (await startedRun(client, brandId, run)).id)
    assert.equal(stored, planned)
    await client.getBrandScore({ params: { id: brandId } })
  }

  test('R10 in mid-run under calls: none fails, the run ends, and all that is written after is whole', async () => {
    const over = new AbortController()
    const statuses = new Set<number>()
    let number = 0
    const calling = (async () => {
      while (!over.signal.aborted && number < 10_000)
        for (const [path, body] of [
          ['score', undefined],
          ['answers?limit=5', undefined],
          ['prompts', { prompts: [{ text: `asked beside the newer one ${(number += 1)}` }] }],
        ] as const) {
          const method = body ? 'POST' : 'GET'
          const asked = { key: tenant.key, method, ...(body && { body }) }
          statuses.add((await ask(`${house.baseUrl}/brands/${brandId}/${path}`, asked)).status)
        }
    })()
    const { id } = await startedRun(tenant.client, brandId, run)
    await eventually(async () => (await tenant.client.getRun({ params: { id } })).stored >= 3)
    try {
      const { applied } = await migrate(house.database.ownerUrl, TEST_SECRET, folder)
      assert.deepEqual(applied, ['9999_newer.sql'])
      assert.equal((await runEnd(tenant.client, id)).status, 'completed')
      await sleep(300)
    } finally {
      over.abort()
      await calling
    }
    assert.deepEqual(statuses, new Set([200, 201]))
    await measured(tenant)
    assert.deepEqual(await differencesOf(house, tenant, brandId), [])
    const [row] = (await asOwner(house, 'select count(*)::int as lost from prompt where of_newer is null')) as object[]
    assert.deepEqual(row, { lost: 0 })
  })

  test('R10 a process of this version that starts then does its work, and changes no schema', async () => {
    const { applied, applicationUrl } = await migrate(house.database.ownerUrl, TEST_SECRET)
    assert.deepEqual(applied, [])
    const again = await openApp({ ...house.database, url: applicationUrl, drop: async () => {} }, { platforms: [] })
    assert.equal((await ask(`${again.baseUrl}/brands/${brandId}/score`, { key: tenant.key })).status, 200)
    await again.close()
  })
})

/**
 * What Citus refuses of a change of a distributed table (commands/table.c: ErrorIfUnsupportedAlterTableStmt; trigger.c).
 * A database that is distributed gets its migrations as any other does.
 */
const NOT_ON_CITUS: readonly [what: string, text: RegExp, planted: string][] = [
  ['a trigger', /\bcreate (or replace |constraint )*trigger\b/i, 'create trigger t before insert on brand'],
  [
    'a constraint or a part in one statement with another change',
    /\balter table [^;]*?(,\s*(add (constraint|foreign key|primary key|unique|check)|attach|detach)|\b(add (constraint|foreign key|primary key|unique|check)|attach|detach)\b[^;]*,\s*(add|drop|alter)\b)/i,
    'alter table brand add column x text, add foreign key (organization_id) references organization',
  ],
  [
    'a column that counts',
    /\badd column [^;]*\b(\w*serial|identity|nextval)\b/i,
    'alter table brand add column n bigserial',
  ],
  [
    'a part let go beside others',
    /\bdetach partition [^;]*\b(concurrently|finalize)\b/i,
    'alter table a detach partition b concurrently',
  ],
  ['inheritance', /\b(no )?inherits?\b/i, 'create table x () inherits (brand)'],
]

test('a migration after the first release changes tables as Citus can', async () => {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql') && name > FIRST_RELEASE)
  for (const [what, text, planted] of NOT_ON_CITUS) {
    assert.match(planted, text)
    for (const name of files) {
      const statements = (await readFile(join(MIGRATIONS, name), 'utf8')).replaceAll(/--.*$/gm, '')
      assert.doesNotMatch(statements, text, `${name}: Citus refuses ${what} on a distributed table`)
    }
  }
})

test('R10 a migration after the first release takes nothing away that the version before uses', async () => {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql') && name > FIRST_RELEASE)
  for (const name of files.filter((file) => file !== AFTER_A_STOP)) {
    const text = (await readFile(join(MIGRATIONS, name), 'utf8')).replaceAll(/--.*$/gm, '')
    assert.doesNotMatch(text, TAKES_AWAY, `${name}: add first, and take away in the version after the next`)
  }
  assert.match('alter table brand drop column name', TAKES_AWAY)
})
