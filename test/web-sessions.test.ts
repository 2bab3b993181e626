import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sessionOperations } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { openApiProcesses, type ApiProcesses } from './support/api-processes.ts'
import { anotherBrowser, newMember, openBrowser, PASSWORD, verify, type SignedIn } from './support/browser.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { tokenIn } from './support/people.ts'

const generous = { timeout: 240_000 }

describe('a session that ends', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let owner: SignedIn
  let processes: ApiProcesses

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    owner = await newMember(house, tenant, 'owner')
    processes = await openApiProcesses(house.database.ownerUrl, 2)
  })
  after(async () => {
    await processes.close()
    await house.close()
  })

  /** The same cookie at each process. */
  async function seenBy(cookie: string | null, path: string): Promise<number[]> {
    return Promise.all(
      processes.addresses.map(async (address) => {
        const browser = openBrowser(address)
        browser.cookie = cookie
        return (await browser.ask(path)).status
      }),
    )
  }

  test('X7 after signing out, a new password or a removal it is dead at once in every process', async () => {
    const members = `/organizations/${tenant.organizationId}/members`
    const guest = await newMember(house, tenant, 'member')
    const [first = ''] = processes.addresses
    const [one, other] = [await anotherBrowser(first, guest.email), await anotherBrowser(first, guest.email)]
    assert.deepEqual(await seenBy(one.cookie, '/session'), [200, 200])

    const signedOut = one.cookie
    await one.post('/sign-out')
    assert.equal(one.cookie, null)
    assert.deepEqual(await seenBy(signedOut, '/session'), [401, 401])
    assert.deepEqual(await seenBy(other.cookie, '/session'), [200, 200])

    await other.post('/password', { currentPassword: PASSWORD, newPassword: 'some other random words' })
    assert.deepEqual(await seenBy(guest.cookie, '/session'), [401, 401])
    assert.deepEqual(await seenBy(other.cookie, members), [200, 200])

    const removed = await owner.ask(`${members}/${guest.personId}`, { method: 'DELETE' })
    assert.equal(removed.status, 200)
    // Their account went with their last organization.
    assert.deepEqual(await seenBy(other.cookie, members), [401, 401])
  })

  test('X7 who works elsewhere too loses the one organization, and a role that was taken is gone with the next request', async () => {
    const second = await house.tenant({ name: 'Second' })
    const admin = await newMember(house, tenant, 'admin', 'both@acme.example')
    await verify(house, admin)
    await joinAlso(admin, second)
    const keys = `/organizations/${tenant.organizationId}/keys`
    assert.deepEqual(await seenBy(admin.cookie, keys), [200, 200])
    await owner.ask(`/organizations/${tenant.organizationId}/members/${admin.personId}`, {
      method: 'PATCH',
      body: { role: 'viewer' },
    })
    assert.deepEqual(await seenBy(admin.cookie, keys), [403, 403])
    await owner.ask(`/organizations/${tenant.organizationId}/members/${admin.personId}`, { method: 'DELETE' })
    assert.deepEqual(await seenBy(admin.cookie, `/organizations/${tenant.organizationId}/brands`), [404, 404])
    assert.deepEqual(await seenBy(admin.cookie, `/organizations/${second.organizationId}/brands`), [200, 200])
  })

  test('X7 one of one’s sessions can be ended from another; nobody ends a stranger’s', async () => {
    const guest = await newMember(house, tenant, 'member', 'sessions@acme.example')
    const lost = await anotherBrowser(house.origin, guest.email)
    const { data } = await guest.get<{ data: { id: string; isCurrent: boolean }[] }>('/sessions')
    assert.deepEqual(
      data.map(({ isCurrent }) => isCurrent),
      [false, true],
    )
    const ended = data.find(({ isCurrent }) => !isCurrent)!
    await owner.ask(`/sessions/${ended.id}`, { method: 'DELETE' })
    assert.equal((await lost.ask('/session')).status, 200)
    await guest.ask(`/sessions/${ended.id}`, { method: 'DELETE' })
    assert.equal((await lost.ask('/session')).status, 401)
    assert.equal((await guest.ask('/session')).status, 200)
  })

  async function joinAlso(member: SignedIn, other: Tenant): Promise<void> {
    const { inviteMember } = sessionOperations
    const body = { email: member.email, role: 'viewer' as const }
    const { secret } = await operate(house.app, other.organizationId, inviteMember, { body })
    await member.post(`/invitations/${tokenIn(secret)}/accept`, {})
  }
})
