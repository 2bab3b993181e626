import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operations, Problem, roles, sessionOperations, type AnyOperation, type Role } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { acceptInvitation } from '../packages/server/src/operations/accounts/invitations.ts'
import { memberCaller } from '../packages/server/src/operations/accounts/people.ts'
import { query } from './support/cluster-processes.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { join, problemOf, tokenIn, type Person } from './support/people.ts'

const { inviteMember, leaveOrganization, listInvitations, listMembers, removeMember, revokeInvitation, updateMember } =
  sessionOperations
const DAY_MS = 86_400_000

describe('people of an organization', () => {
  let house: TestApp
  let nowMs = Date.parse('2026-10-31T12:00:00.000Z')

  before(async () => {
    house = await openTestApp({ now: () => new Date(nowMs) })
  })
  after(() => house.close())

  const invite = (tenant: Tenant, email: string, role: Role = 'member') =>
    operate(house.app, tenant.organizationId, inviteMember, { body: { email, role } })
  const accept = (link: string, name = 'Ada Lovelace') =>
    acceptInvitation(house.app.services, { token: tokenIn(link), name })
  const members = async (tenant: Tenant) => (await operate(house.app, tenant.organizationId, listMembers)).data
  const seats = async (tenant: Tenant) => (await tenant.client.getUsage()).allowances.seats
  const peopleCalled = (email: string) =>
    query(house.database.ownerUrl, 'select id from person where email = $1', [email])

  test('an invitation makes its holder a member once, with the role it names, and shows its link once', async () => {
    const tenant = await house.tenant()
    const { invitation, secret } = await invite(tenant, '  Ada@Acme.Example ', 'admin')
    assert.match(secret, /^http:\/\/127\.0\.0\.1\/invitations\/sl_invite_[0-9a-z]{26}_[0-9A-Za-z]{32}$/)
    assert.deepEqual([invitation.email, invitation.status, invitation.role], ['ada@acme.example', 'open', 'admin'])
    const { personId } = await accept(secret)
    const [member] = await members(tenant)
    assert.deepEqual(
      { ...member, joinedAt: '' },
      { personId, name: 'Ada Lovelace', email: 'ada@acme.example', isEmailVerified: true, role: 'admin', joinedAt: '' },
    )
    const again = await problemOf(accept(secret))
    assert.equal(again.code, 'conflict')
    assert.match(again.message, /was accepted already/)
    const { data } = await operate(house.app, tenant.organizationId, listInvitations)
    assert.equal(data[0]?.status, 'accepted')
    const revoking = operate(house.app, tenant.organizationId, revokeInvitation, { params: { id: invitation.id } })
    assert.match((await problemOf(revoking)).message, /was accepted\. Remove the member instead/)
    assert.doesNotMatch(JSON.stringify(data), /sl_invite_/)
  })

  test('an invitation that expired, was taken back or never was made nobody a member', async () => {
    const tenant = await house.tenant()
    const expired = await invite(tenant, 'late@acme.example')
    nowMs += 7 * DAY_MS
    assert.match((await problemOf(accept(expired.secret))).message, /has expired/)
    const revoked = await invite(tenant, 'taken@acme.example')
    const params = { id: revoked.invitation.id }
    await operate(house.app, tenant.organizationId, revokeInvitation, { params })
    assert.match((await problemOf(accept(revoked.secret))).message, /was taken back/)
    const other = await house.tenant()
    const foreign = revoked.secret.replace(/sl_invite_[0-9a-z]{26}/, `sl_invite_${other.organizationId.slice(4)}`)
    for (const link of [foreign, `${revoked.secret}x`, 'nonsense', revoked.secret.replace(/.$/, '0')])
      assert.equal((await problemOf(accept(link))).code, 'resource_not_found', link)
    assert.deepEqual(await members(tenant), [])
    assert.deepEqual(await members(other), [])
    const { data } = await operate(house.app, tenant.organizationId, listInvitations)
    assert.deepEqual(
      data.map(({ email, status }) => [email, status]),
      [
        ['taken@acme.example', 'revoked'],
        ['late@acme.example', 'expired'],
      ],
    )
  })

  test('an address is invited once at a time, however it is written, and again after its invitation ended', async () => {
    const tenant = await house.tenant()
    const first = await invite(tenant, 'ada@acme.example')
    for (const written of ['ADA@acme.example', ' ada@ACME.EXAMPLE '])
      assert.match((await problemOf(invite(tenant, written))).message, /open invitation to ada@acme.example/)
    nowMs += 7 * DAY_MS
    const second = await invite(tenant, 'Ada@acme.example')
    assert.equal((await problemOf(accept(first.secret))).code, 'conflict')
    await accept(second.secret)
    assert.match((await problemOf(invite(tenant, 'ada@Acme.example'))).message, /is a member already/)
  })

  test('what is no address is refused, a letter that only looks like one too', async () => {
    const tenant = await house.tenant()
    for (const wrong of ['', 'ada', 'ada@', '@acme.example', 'ada@acme', 'a da@acme.example', 'ada@ac\u212ae.example'])
      assert.equal((await problemOf(invite(tenant, wrong))).code, 'validation_failed', wrong)
  })

  test('one person works in two organizations with one account, and neither sees who else works in the other', async () => {
    const [one, two] = [await house.tenant({ name: 'One' }), await house.tenant({ name: 'Two' })]
    const first = await accept((await invite(one, 'both@acme.example', 'owner')).secret, 'First name')
    await accept((await invite(one, 'only@one.example')).secret)
    const second = await accept((await invite(two, 'both@acme.example', 'viewer')).secret, 'Another name')
    assert.equal(second.personId, first.personId)
    assert.deepEqual(
      (await members(two)).map(({ name, role }) => [name, role]),
      [['First name', 'viewer']],
    )
    assert.equal((await members(one)).length, 2)
  })

  test('an account goes with its last organization, and is made anew by the next invitation', async () => {
    const [one, two] = [await house.tenant(), await house.tenant()]
    await join(house, one, 'owner', 'owner@leaving.example')
    const { personId } = await accept((await invite(one, 'leaving@acme.example')).secret)
    await accept((await invite(two, 'leaving@acme.example')).secret)
    await operate(house.app, two.organizationId, removeMember, { params: { personId } })
    assert.equal((await peopleCalled('leaving@acme.example')).length, 1)
    await operate(house.app, one.organizationId, removeMember, { params: { personId } })
    assert.equal((await peopleCalled('leaving@acme.example')).length, 0)
    const again = await accept((await invite(one, 'leaving@acme.example')).secret)
    assert.notEqual(again.personId, personId)
  })

  test('a person who leaves one organization and joins another at the same moment keeps their account', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await house.tenant(), await house.tenant()]
      const email = `moving${round}@acme.example`
      const { personId } = await accept((await invite(one, email)).secret)
      const { secret } = await invite(two, email)
      const leaving = operate(house.app, one.organizationId, removeMember, { params: { personId } })
      await Promise.all([leaving, accept(secret)])
      const [member] = await members(two)
      assert.equal(member?.email, email)
      assert.deepEqual(await members(one), [])
    }
  })

  test('C7: of twenty invitations at once for the last of ten seats exactly one passes', async () => {
    const tenant = await house.tenant({ plan: 'pro' })
    for (let index = 0; index < 4; index += 1) await accept((await invite(tenant, `m${index}@acme.example`)).secret)
    for (let index = 0; index < 5; index += 1) await invite(tenant, `i${index}@acme.example`)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => invite(tenant, `last${index}@acme.example`)),
    )
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Problem] : []))
    assert.equal(refused.length, 19)
    for (const problem of refused) {
      assert.equal(problem.code, 'plan_limit_reached')
      assert.deepEqual([problem.extras.limit, problem.extras.current], [10, 10])
    }
    assert.deepEqual(await seats(tenant), { used: 10, limit: 10 })
  })

  test('an invitation that is taken back or expires gives its seat back, and so does a member who goes', async () => {
    const tenant = await house.tenant({ plan: 'free' })
    const { invitation } = await invite(tenant, 'a@acme.example')
    assert.equal((await problemOf(invite(tenant, 'b@acme.example'))).code, 'plan_limit_reached')
    await operate(house.app, tenant.organizationId, revokeInvitation, { params: { id: invitation.id } })
    const { secret } = await invite(tenant, 'b@acme.example', 'owner')
    nowMs += 7 * DAY_MS
    assert.equal((await seats(tenant)).used, 0)
    assert.equal((await problemOf(accept(secret))).code, 'conflict')
    const { personId } = await accept((await invite(tenant, 'c@acme.example', 'viewer')).secret)
    assert.equal((await problemOf(invite(tenant, 'd@acme.example'))).code, 'plan_limit_reached')
    await operate(house.app, tenant.organizationId, removeMember, { params: { personId } })
    assert.equal((await seats(tenant)).used, 0)
  })

  describe('roles', () => {
    let tenant: Tenant
    let people: Record<Role, Person>

    before(async () => {
      tenant = await house.tenant()
      const joined: [Role, Person][] = []
      for (const role of roles) joined.push([role, await join(house, tenant, role)])
      people = Object.fromEntries(joined) as Record<Role, Person>
    })

    /** Whether the role suffices; what is asked is nonsense, so nothing comes of it. */
    async function mayAsk(role: Role, operation: AnyOperation): Promise<boolean> {
      const problem = await people[role].ask(operation, { query: { nothing: true } }).then(
        () => assert.fail(`${operation.id} took nonsense`),
        (error: unknown) => error,
      )
      assert.ok(problem instanceof Problem, `${operation.id}: ${String(problem)}`)
      if (problem.code !== 'insufficient_role') return true
      assert.equal(problem.status, 403)
      assert.ok(problem.extras.requiredRole)
      return false
    }

    test('C1: each role passes where it suffices and is told the one it lacks everywhere else', async () => {
      const leastRole = (operation: AnyOperation): Role =>
        'role' in operation
          ? operation.role
          : operation.scope.startsWith('webhooks:')
            ? 'admin'
            : operation.scope.endsWith(':write')
              ? 'member'
              : 'viewer'
      for (const operation of [...Object.values(operations), ...Object.values(sessionOperations)] as AnyOperation[])
        for (const role of roles)
          assert.equal(
            await mayAsk(role, operation),
            roles.indexOf(role) >= roles.indexOf(leastRole(operation)),
            `${role} and ${operation.id}`,
          )
    })

    test('only an owner makes and unmakes owners, by change, removal or invitation', async () => {
      const { admin, owner, member } = people
      const attempts = [
        () => admin.ask(updateMember, { params: { personId: member.personId }, body: { role: 'owner' } }),
        () => admin.ask(updateMember, { params: { personId: owner.personId }, body: { role: 'viewer' } }),
        () => admin.ask(removeMember, { params: { personId: owner.personId } }),
        () => admin.ask(inviteMember, { body: { email: 'new@acme.example', role: 'owner' } }),
      ]
      for (const attempt of attempts) {
        const { code, extras } = await problemOf(attempt())
        assert.deepEqual([code, extras.requiredRole], ['insufficient_role', 'owner'])
      }
      const change = (role: Role) => owner.ask(updateMember, { params: { personId: member.personId }, body: { role } })
      assert.equal((await change('owner')).role, 'owner')
      assert.equal((await change('member')).role, 'member')
    })

    test('a change of role and a removal are in force with the next call', async () => {
      const guest = await join(house, tenant, 'admin', 'guest@acme.example')
      await guest.ask(sessionOperations.listKeys)
      const params = { personId: guest.personId }
      await people.owner.ask(updateMember, { params, body: { role: 'viewer' } })
      assert.equal((await problemOf(guest.ask(sessionOperations.listKeys))).code, 'insufficient_role')
      await people.admin.ask(removeMember, { params })
      const { organizationId } = tenant
      assert.equal(
        await memberCaller(house.app.database.reader(organizationId), organizationId, guest.personId),
        undefined,
      )
    })

    test('removing somebody who is not there is done, in another organization too', async () => {
      const elsewhere = await join(house, await house.tenant(), 'viewer', 'elsewhere@acme.example')
      const params = { personId: elsewhere.personId }
      assert.deepEqual(await people.admin.ask(removeMember, { params }), { id: elsewhere.personId, deleted: true })
      assert.equal((await peopleCalled('elsewhere@acme.example')).length, 1)
      assert.equal(
        (await problemOf(people.admin.ask(updateMember, { params, body: { role: 'viewer' } }))).code,
        'resource_not_found',
      )
    })
  })

  test('the last owner stays: by leaving, by removal, by another role; of two who leave at once one stays', async () => {
    const tenant = await house.tenant()
    const owner = await join(house, tenant, 'owner', 'first@owners.example')
    const params = { personId: owner.personId }
    const attempts: (() => Promise<unknown>)[] = [
      () => owner.ask(leaveOrganization),
      () => owner.ask(removeMember, { params }),
      () => owner.ask(updateMember, { params, body: { role: 'admin' } }),
      () => operate(house.app, tenant.organizationId, removeMember, { params }),
    ]
    for (const attempt of attempts) {
      const { code, message } = await problemOf(attempt())
      assert.equal(code, 'conflict')
      assert.match(message, /last owner/)
    }
    const second = await join(house, tenant, 'owner', 'second@owners.example')
    const left = await Promise.allSettled([owner.ask(leaveOrganization), second.ask(leaveOrganization)])
    assert.deepEqual(left.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    assert.equal((await members(tenant)).length, 1)
  })
})
