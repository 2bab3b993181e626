import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { ask, type Reply } from './support/http.ts'
import { openTestHouse, type Tenant, type TestHouse } from './support/house.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'

type Calls = { replies: Promise<Reply[]>; answered: () => number }

/**
 * What one organization asks for stands still, because somebody holds its rows: whoever has to wait for that would wait for
 * ever. So no clock is needed to see that nobody else does.
 */
describe('an organization that floods, and one that calls now and then', { timeout: 120_000 }, () => {
  let house: TestHouse
  let flooding: Tenant
  let calling: Tenant
  let holder: Client

  before(async () => {
    house = await openTestHouse()
    flooding = await house.tenant()
    calling = await house.tenant()
    for (const tenant of [flooding, calling]) await liftMinuteLimit(house, tenant)
    holder = new Client({ connectionString: house.database.ownerUrl })
    await holder.connect()
  })
  after(async () => {
    await holder.end()
    await house.close()
  })

  /** Calls at once, far more than a process has connections. */
  function flood(count: number, call: (index: number) => Promise<Reply>): Calls {
    let answered = 0
    const replies = Array.from({ length: count }, (_, index) =>
      call(index).then((reply) => {
        answered += 1
        return reply
      }),
    )
    return { replies: Promise.all(replies), answered: () => answered }
  }

  /** While somebody holds rows of the flooding organization. */
  async function whileHeld(statement: string, values: unknown[], work: () => Promise<Calls>): Promise<Reply[]> {
    await holder.query('begin')
    await holder.query(statement, values)
    let calls: Calls
    try {
      calls = await work()
      assert.equal(calls.answered(), 0, 'the flood stands still')
    } finally {
      await holder.query('rollback')
    }
    return calls.replies
  }

  const waitsFor = async (statements: number): Promise<void> => {
    for (;;) {
      const rows = await asOwner(
        house,
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if (rows.length >= statements) return
    }
  }

  test('B13 writes that wait for one another take no other organization’s places', async () => {
    const { id } = await flooding.client.createBrand({ body: { name: 'Held' } })
    const own = await calling.client.createBrand({ body: { name: 'Free' } })
    const replies = await whileHeld('select from brand where id = $1 for update', [id], async () => {
      const calls = flood(60, (index) =>
        ask(`${house.baseUrl}/brands/${id}`, { method: 'PATCH', key: flooding.key, body: { aliases: [`A${index}`] } }),
      )
      await waitsFor(4)
      for (const alias of ['One', 'Two', 'Three'])
        await calling.client.updateBrand({ params: { id: own.id }, body: { aliases: [alias] } })
      return calls
    })
    for (const { status, text } of replies) assert.equal(status, 200, text)
  })

  test('B13 a month whose row is held stops the calls of its organization and nobody else’s', async () => {
    await flooding.client.listBrands({})
    const replies = await whileHeld(
      'select from usage_period where organization_id = $1 for update',
      [flooding.organizationId],
      async () => {
        const calls = flood(60, () => ask(`${house.baseUrl}/brands`, { key: flooding.key }))
        await waitsFor(1)
        // More than there are connections that count.
        for (let call = 0; call < 30; call += 1) await calling.client.listBrands({})
        return calls
      },
    )
    for (const { status, text } of replies) assert.equal(status, 200, text)
  })

  test('B13 however many calls are refused at once, few statements say where their organization stands', async () => {
    const refused = await house.tenant({ plan: 'free' })
    await asOwner(house, 'update organization set calls_per_minute = 1 where organization_id = $1', [
      refused.organizationId,
    ])
    await ask(`${house.baseUrl}/brands`, { key: refused.key })
    const seen = await statementsDuring(/"usage_period"/, async () => {
      const { replies } = flood(200, () => ask(`${house.baseUrl}/brands`, { key: refused.key }))
      for (const { status } of await replies) assert.equal(status, 429)
    })
    assert.ok(seen > 0 && seen <= 100, `${seen} statements for 200 calls`)
  })
})

/** How many statements of a kind the driver sends. */
async function statementsDuring(kind: RegExp, work: () => Promise<void>): Promise<number> {
  let seen = 0
  const send = Client.prototype.query
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [query] = args as [{ text?: string }]
    if (kind.test(query?.text ?? '')) seen += 1
    return Reflect.apply(send, this, args) as ReturnType<typeof send>
  } as typeof send
  try {
    await work()
    return seen
  } finally {
    Client.prototype.query = send
  }
}
