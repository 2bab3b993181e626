import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sessionOperations } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { verifyPerson } from '../packages/server/src/operations/accounts/verification.ts'
import { lockLogin } from '../packages/server/src/store/accounts/logins.ts'
import { newMember, openBrowser, PASSWORD, type Browser, type SignedIn } from './support/browser.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import type { Reply } from './support/http.ts'
import { asOwner } from './support/owner.ts'
import { tokenIn } from './support/people.ts'
import { shownCode } from './support/second-factor.ts'
import { eventually } from './support/eventually.ts'

const generous = { timeout: 240_000 }
const THEIRS = 'the words of the thief'

/**
 * What a stranger began before somebody vouched for the account, and what ends after. Each request has proved what it needs
 * when it comes to the account's lock, which the voucher holds until all of them wait there.
 */
describe('what was proved before an account was vouched for and ends after', generous, () => {
  const clock = { now: Date.now() }
  let house: TestApp
  let trap: Tenant
  let real: Tenant

  before(async () => {
    house = await openTestApp({ now: () => new Date(clock.now) })
    trap = await house.tenant({ name: 'Trap' })
    real = await house.tenant({ name: 'Real' })
  })
  after(() => house.close())

  const post = (browser: Browser, path: string, body: unknown): Promise<Reply> =>
    browser.ask(path, { method: 'POST', body })
  const signIn = (email: string): Promise<Reply> =>
    post(openBrowser(house.origin), '/sign-in', { email, password: PASSWORD })
  const confirm = (ticket: string, code: string): Promise<Reply> =>
    post(openBrowser(house.origin), '/sign-in/second-factor', { ticket, code })
  const link = async (email: string): Promise<string> => {
    const body = { email, role: 'member' as const }
    return tokenIn((await operate(house.app, real.organizationId, sessionOperations.inviteMember, { body })).secret)
  }

  /** What the thief does, with what it needs beforehand. */
  const attempts: Record<string, (thief: SignedIn) => Promise<() => Promise<Reply>>> = {
    'signs in by password':
      async ({ email }) =>
      () =>
        signIn(email),
    'enters a code behind the password': async (thief) => {
      const { secret } = await thief.post<{ secret: string }>('/second-factor')
      await thief.post('/second-factor/activate', { code: shownCode(secret, clock.now) })
      const { ticket } = JSON.parse((await signIn(thief.email)).text) as { ticket: string }
      clock.now += 30_000
      return () => confirm(ticket, shownCode(secret, clock.now))
    },
    'changes the password': async (thief) => () =>
      post(thief, '/password', { currentPassword: PASSWORD, newPassword: THEIRS }),
    'begins with a second factor': async (thief) => () => post(thief, '/second-factor', undefined),
    'turns a second factor on': async (thief) => {
      const { secret } = await thief.post<{ secret: string }>('/second-factor')
      return () => post(thief, '/second-factor/activate', { code: shownCode(secret, clock.now) })
    },
    'changes the name': async (thief) => () => thief.ask('/person', { method: 'PATCH', body: { name: 'Thief' } }),
    'accepts another invitation, signed in': async (thief) => {
      const token = await link(thief.email)
      return () => post(thief, `/invitations/${token}/accept`, {})
    },
    'accepts another invitation by password': async ({ email }) => {
      const token = await link(email)
      return () => post(openBrowser(house.origin), `/invitations/${token}/accept`, { password: PASSWORD })
    },
  }

  for (const [index, [what, prepare]] of Object.entries(attempts).entries())
    test(`whoever ${what} comes too late`, async () => {
      const thief = await newMember(house, trap, 'admin', `victim${index}@acme.example`)
      const reply = await meanwhileVerified(thief, await prepare(thief))
      assert.equal(reply.status, 401, reply.text)
      assert.equal((await thief.ask('/session')).status, 401)
      assert.equal((await signIn(thief.email)).status, 401)
      const left = await asOwner(
        house,
        `select (select count(*)::int from web_session where person_id = $1) as sessions,
           (select count(*)::int from login where person_id = $1) as logins,
           (select count(*)::int from membership where person_id = $1) as memberships,
           (select name from person where id = $1) as name`,
        [thief.personId],
      )
      assert.deepEqual(left, [{ sessions: 0, logins: 0, memberships: 1, name: 'The admin' }])
    })

  /** Begins, waits until it waits for the account, vouches for that, and lets it go on. */
  async function meanwhileVerified(thief: SignedIn, begin: () => Promise<Reply>): Promise<Reply> {
    const { personId } = thief
    let begun: Promise<Reply> | undefined
    await house.app.database.withUser(personId, async (db) => {
      assert.ok(await lockLogin(db, personId))
      begun = begin()
      await Promise.race([begun.then(({ text }) => assert.fail(`it waited for nothing: ${text}`)), untilTheyWait(1)])
      await verifyPerson(db, { id: personId }, { by: 'operator', at: new Date(clock.now) })
    })
    return begun!
  }

  test('a code that is sent twice at once lets in once', async () => {
    const person = await newMember(house, trap, 'viewer', 'twice@acme.example')
    const { secret } = await person.post<{ secret: string }>('/second-factor')
    await person.post('/second-factor/activate', { code: shownCode(secret, clock.now) })
    const { ticket } = JSON.parse((await signIn(person.email)).text) as { ticket: string }
    clock.now += 30_000
    const code = shownCode(secret, clock.now)
    let both: Promise<Reply>[] = []
    await house.app.database.withUser(person.personId, async (db) => {
      await lockLogin(db, person.personId)
      both = [confirm(ticket, code), confirm(ticket, code)]
      await untilTheyWait(2)
    })
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((one, other) => one - other),
      [200, 401],
    )
  })

  async function untilTheyWait(count: number): Promise<void> {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await eventually(async () => (await asOwner(house, waiting)).length >= count)
  }
})
