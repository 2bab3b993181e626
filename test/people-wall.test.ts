import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { newId, sessionOperations, type IdKind, type SessionOperation } from '@sightline/sdk'
import { query } from './support/cluster-processes.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { join, problemOf, type Person } from './support/people.ts'

const FORBIDDEN = '42501'

/** An organization with something under every kind of id that people manage. */
type FullFixture = Tenant & { owner: Person; ids: Partial<Record<IdKind, string>> }

describe('the wall between the people of two organizations', () => {
  let house: TestApp
  let a: FullFixture
  let b: FullFixture

  before(async () => {
    house = await openTestApp()
    a = await basicFixture('a')
    b = await basicFixture('b')
  })
  after(() => house.close())

  test('B1 an id of another organization answers as one that does not exist, for everything that people do', async () => {
    const before = await everythingOf(b)
    let asked = 0
    for (const operation of Object.values<SessionOperation>(sessionOperations)) {
      if (!operation.path.includes('{')) continue
      const foreign = await answerOf(operation, (kind) => b.ids[kind])
      const unknown = await answerOf(operation, (kind) => newId(kind, 0))
      assert.deepEqual(foreign, unknown, operation.id)
      asked += 1
    }
    assert.ok(asked >= 5)
    assert.deepEqual(await everythingOf(b), before)
  })

  test('B7 without an organization and a person the application sees nobody', async () => {
    await asApplication({}, async (client) => {
      for (const table of ['person', 'membership', 'invitation', 'notice'])
        assert.equal((await client.query(`select from ${table}`)).rowCount, 0, table)
    })
  })

  test('B8 person has a wall of its own, forced, with one right to read others: those of one’s organization', async () => {
    const rows = await query<{ walled: boolean; policies: string[] }>(
      house.database.ownerUrl,
      `select c.relrowsecurity and c.relforcerowsecurity as walled,
         array(select p.polname || ' ' || p.polcmd::text || ' ' || (p.polwithcheck is not null) from pg_policy p where p.polrelid = c.oid order by 1) as policies
       from pg_class c where c.relname = 'person'`,
    )
    assert.deepEqual(rows, [{ walled: true, policies: ['member r false', 'self * true'] }])
    const open = await query<{ name: string }>(
      house.database.ownerUrl,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and not (relrowsecurity and relforcerowsecurity) order by 1`,
    )
    // Which hash is whose key, whether anybody has an account, and which migrations ran: nothing of anybody.
    assert.deepEqual(
      open.map(({ name }) => name),
      ['credential', 'installation', 'schema_migration'],
    )
  })

  test('B9 an organization sees its own people, and changes or deletes nobody’s account', async () => {
    await asApplication({ organization: a.organizationId }, async (client) => {
      const { rows } = await client.query<{ email: string }>('select email from person order by 1')
      assert.deepEqual(
        rows.map(({ email }) => email),
        ['both@acme.example', 'owner@a.example', 'viewer@a.example'],
      )
      assert.equal((await client.query(`update person set name = 'Changed'`)).rowCount, 0)
      assert.equal((await client.query('delete from person')).rowCount, 0)
      await assert.rejects(
        client.query(`insert into person (id, email, name) values ('usr_x', 'planted@acme.example', 'Planted')`),
        { code: FORBIDDEN },
      )
      await assert.rejects(
        client.query(
          `insert into membership (organization_id, person_id, role, created_at) values ($1, $2, 'owner', now())`,
          [b.organizationId, a.owner.personId],
        ),
        { code: FORBIDDEN },
      )
    })
  })

  test('B9 who is named sees their own account and memberships, and nobody else’s', async () => {
    const [both] = await query<{ id: string }>(
      house.database.ownerUrl,
      `select id from person where email = 'both@acme.example'`,
    )
    await asApplication({ person: both!.id }, async (client) => {
      assert.deepEqual((await client.query('select email from person')).rows, [{ email: 'both@acme.example' }])
      const { rows } = await client.query<{ organization_id: string }>('select organization_id from membership')
      assert.deepEqual(
        rows.map((row) => row.organization_id).toSorted(),
        [a.organizationId, b.organizationId].toSorted(),
      )
      assert.equal((await client.query(`update membership set role = 'owner'`)).rowCount, 0)
      assert.equal((await client.query('delete from membership')).rowCount, 0)
      assert.equal((await client.query(`update person set name = name where email <> 'both@acme.example'`)).rowCount, 0)
    })
  })

  test('B14 the same address is free in each organization, and inviting tells nothing of the other', async () => {
    const body = { email: 'owner@b.example', role: 'viewer' as const }
    const { invitation } = await a.owner.ask(sessionOperations.inviteMember, { body })
    const fresh = await a.owner.ask(sessionOperations.inviteMember, { body: { ...body, email: 'nobody@b.example' } })
    const facts = ({ id: _id, email: _email, ...rest }: typeof invitation) => rest
    assert.deepEqual(
      { ...facts(invitation), createdAt: '', expiresAt: '' },
      { ...facts(fresh.invitation), createdAt: '', expiresAt: '' },
    )
  })

  async function basicFixture(name: string): Promise<FullFixture> {
    const tenant = await house.tenant({ name })
    const owner = await join(house, tenant, 'owner', `owner@${name}.example`)
    const viewer = await join(house, tenant, 'viewer', `viewer@${name}.example`)
    await join(house, tenant, 'member', 'both@acme.example')
    const body = { email: `open@${name}.example` }
    const { invitation } = await owner.ask(sessionOperations.inviteMember, { body })
    return { ...tenant, owner, ids: { key: tenant.keyId, person: viewer.personId, invitation: invitation.id } }
  }

  async function everythingOf({ owner }: FullFixture): Promise<unknown> {
    const { listInvitations, listKeys, listMembers } = sessionOperations
    const lists = [await owner.ask(listMembers), await owner.ask(listInvitations), await owner.ask(listKeys)]
    return lists.map(({ data }) => data)
  }

  /** What A's owner is answered; ids in the answer are those of the question. */
  async function answerOf(operation: SessionOperation, choose: (kind: IdKind) => string | undefined): Promise<string> {
    const chosen = choose(kindOf(operation)) ?? ''
    const [name = ''] = Object.keys(operation.params.shape)
    const bodies: Record<string, unknown> = { updateMember: { role: 'viewer' }, updateKey: { name: 'Taken over' } }
    const answer = await a.owner
      .ask(operation, { params: { [name]: chosen }, body: bodies[operation.id] })
      .catch(async (error: unknown) => {
        const { code, message, extras } = await problemOf(Promise.reject(error))
        return { code, message, extras }
      })
    return JSON.stringify(answer).replaceAll(chosen, 'the id')
  }

  const kindOf = ({ path }: SessionOperation): IdKind =>
    path.startsWith('/keys') ? 'key' : path.startsWith('/members') ? 'person' : 'invitation'

  async function asApplication(
    named: { organization?: string; person?: string },
    work: (client: Client) => Promise<void>,
  ): Promise<void> {
    const client = new Client({ connectionString: house.database.url })
    await client.connect()
    try {
      await client.query(`select set_config('app.organization_id', $1, false), set_config('app.person', $2, false)`, [
        named.organization ?? '',
        named.person ?? '',
      ])
      await work(client)
    } finally {
      await client.end()
    }
  }
})
