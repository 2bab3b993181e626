import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sessionOperations } from '@sightline/sdk'
import { acceptInvitation } from '../packages/server/src/operations/accounts/invitations.ts'
import { query } from './support/cluster-processes.ts'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { ask } from './support/http.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { join, problemOf, tokenIn } from './support/people.ts'
import { quiet } from './support/pipeline.ts'
import { openWebhookReceiver } from './support/receivers.ts'
import { happen, subscriber } from './support/webhooks.ts'
import { jobsIn } from './support/queue.ts'
import { eventually } from './support/eventually.ts'

const generous = { timeout: 240_000 }
const { deleteOrganization, inviteMember } = sessionOperations

describe('a deleted organization', generous, () => {
  let house: TestApp
  let kept: Tenant

  before(async () => {
    house = await openTestApp({ lab: { seed: 29 }, outbound: { allowsLoopbackHttp: true } })
    kept = await basicFixture('Kept')
  })
  after(() => house.close())

  test('B12: goes with its rows, keys, webhooks, jobs and people, and the others keep all of theirs', async () => {
    const doomed = await basicFixture('Doomed')
    const owner = await join(house, doomed, 'owner', 'owner@doomed.example')
    await join(house, doomed, 'member', 'both@acme.example')
    await join(house, kept, 'admin', 'both@acme.example')
    const { secret } = await owner.ask(inviteMember, { body: { email: 'invited@doomed.example' } })
    await startedRun(doomed.client, (await doomed.client.listBrands()).data[0]!.id, { repeats: 5 })
    const before = await rowsOf(kept.organizationId)
    for (const confirm of ['', 'doomed', 'Doomed ', 'Kept'])
      assert.equal((await problemOf(owner.ask(deleteOrganization, { body: { confirm } }))).code, 'validation_failed')
    await owner.ask(deleteOrganization, { body: { confirm: 'Doomed' } })
    assert.deepEqual([...new Set(Object.values(await rowsOf(doomed.organizationId)))], [0])
    await assert.rejects(doomed.client.getMe(), { status: 401, code: 'invalid_api_key' })
    const accepting = acceptInvitation(house.app.services, { token: tokenIn(secret), name: 'Late' })
    assert.equal((await problemOf(accepting)).code, 'resource_not_found')
    // What a worker had in hand ends by itself, without a failure.
    await eventually(async () => (await jobsOf(doomed.organizationId)) === 0)
    assert.deepEqual(await emails(), ['both@acme.example'])
    assert.deepEqual(await rowsOf(kept.organizationId), before)
    assert.deepEqual(
      house.log.filter(({ event }) => event === 'job.failed'),
      [],
    )
    assert.deepEqual(await namedAnywhere(doomed.organizationId), [])
  })

  test('B12: a delivery that is on its way when its organization goes is dropped, and nobody fails over it', async () => {
    let letGo = (): void => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const receiver = await openWebhookReceiver({ answer: () => held.then(() => ({ status: 200 })) })
    const to = await subscriber(house, receiver.url)
    const owner = await join(house, to.tenant, 'owner', 'owner@sending.example')
    await happen(house, to, 3)
    await receiver.got(1)
    const before = await rowsOf(kept.organizationId)
    await owner.ask(deleteOrganization, { body: { confirm: 'Test' } })
    letGo()
    const { organizationId } = to.tenant
    await eventually(async () => (await jobsOf(organizationId)) === 0)
    const arrived = receiver.arrivals.length
    assert.deepEqual([...new Set(Object.values(await rowsOf(organizationId)))], [0])
    assert.deepEqual(await namedAnywhere(organizationId), [])
    assert.deepEqual(await rowsOf(kept.organizationId), before)
    assert.deepEqual(
      house.log.filter(({ event }) => event === 'job.failed'),
      [],
    )
    assert.equal(receiver.arrivals.length, arrived)
    await receiver.close()
  })

  test('B12: calls that meet the deletion are answered as before it or as after it, never with a fault', async () => {
    for (let round = 0; round < 5; round += 1) {
      const tenant = await house.tenant({ name: 'Meeting' })
      await liftMinuteLimit(house, tenant)
      const owner = await join(house, tenant, 'owner', `owner@meeting${round}.example`)
      const seen: number[] = []
      const calls = Array.from({ length: 8 }, async (_, caller) => {
        for (let status = 0; status !== 401;) {
          const body = { name: `Brand ${caller} ${seen.length}` }
          const asked = caller % 2 === 0 ? { method: 'POST', body } : {}
          status = (await ask(`${house.baseUrl}/brands`, { key: tenant.key, ...asked })).status
          seen.push(status)
        }
      })
      await eventually(() => seen.length >= 20)
      await owner.ask(deleteOrganization, { body: { confirm: 'Meeting' } })
      await Promise.all(calls)
      assert.deepEqual(
        [...new Set(seen)].filter((status) => ![200, 201, 401, 403, 409].includes(status)),
        [],
      )
    }
  })

  async function basicFixture(name: string): Promise<Tenant> {
    const tenant = await house.tenant({ name })
    const { brandId } = await seedBrand(tenant.client, house.lab, 2)
    await tenant.client.setSchedule({ params: { id: brandId }, body: { hour: 3, days: [1] } })
    const body = { url: `https://${name.toLowerCase()}.example.com/hook`, events: ['score.changed' as const] }
    await tenant.client.createWebhook({ body })
    await runEnd(tenant.client, (await startedRun(tenant.client, brandId, { platforms: ['chatgpt'] })).id)
    await quiet(house)
    return tenant
  }

  const emails = async (): Promise<string[]> =>
    (await query<{ email: string }>(house.database.ownerUrl, 'select email from person order by 1')).map(
      ({ email }) => email,
    )

  const jobsOf = async (organizationId: string): Promise<number> =>
    (await jobsIn(house.app.database, { organizationId })).length

  async function tables(): Promise<{ name: string; hasOrganization: boolean }[]> {
    return query(
      house.database.ownerUrl,
      `select format('%I.%I', t.table_schema, t.table_name) as name, bool_or(c.column_name = 'organization_id') as "hasOrganization"
       from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
       where t.table_type = 'BASE TABLE' and t.table_schema = 'public' group by 1 order by 1`,
    )
  }

  async function rowsOf(organizationId: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const { name, hasOrganization } of await tables())
      // A job in a worker's hand outlives its organization until it ends: `jobsOf`.
      if (hasOrganization && name !== 'public.job')
        counts[name] = (
          await query(house.database.ownerUrl, `select from ${name} where organization_id = $1`, [organizationId])
        ).length
    return counts
  }

  /** Tables that hold the organization's id in any column of any row. */
  async function namedAnywhere(organizationId: string): Promise<string[]> {
    const found: string[] = []
    for (const { name } of await tables()) {
      const text = `select from ${name} as t where t::text like '%' || $1 || '%' limit 1`
      if ((await query(house.database.ownerUrl, text, [organizationId])).length > 0) found.push(name)
    }
    return found
  }
})
