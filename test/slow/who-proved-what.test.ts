import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sessionOperations, type Member, type WebSession } from '@sightline/sdk'
import { operate } from '../../packages/server/src/commands/with-app.ts'
import { DEMO_OWNER, settleDemoOwner } from '../../packages/server/src/identity/demo-owner.ts'
import { issuePasswordReset, verifyByOperator } from '../../packages/server/src/identity/password-reset.ts'
import { setUpCode } from '../../packages/server/src/identity/set-up.ts'
import { acceptInvitation } from '../../packages/server/src/operations/accounts/invitations.ts'
import { newMember, openBrowser, PASSWORD, verify, type SignedIn } from '../support/browser.ts'
import { TEST_SECRET } from '../support/cluster.ts'
import { openTestApp, type Tenant, type TestApp } from '../support/test-app.ts'
import { CLIENT, openOidcProvider, type OidcProvider } from '../support/oidc-provider.ts'
import { asOwner } from '../support/owner.ts'
import { tokenIn } from '../support/people.ts'
import { signOnAt } from '../support/sign-on-round.ts'
import { places, states, table, ways, type Place, type State, type Way } from '../support/ways-to-an-account.ts'

const generous = { timeout: 240_000 }
const PAGE = new URL('../../docs/people.md', import.meta.url)

describe('who proved what', generous, () => {
  const clock = { now: Date.now() }
  let house: TestApp
  let provider: OidcProvider
  let home: Tenant
  let elsewhere: Tenant
  let email: string
  let number = 0

  before(async () => {
    provider = await openOidcProvider()
    house = await openTestApp({
      now: () => new Date(clock.now),
      web: { provider: { issuer: provider.issuer, name: 'Acme', ...CLIENT } },
    })
  })
  beforeEach(async () => {
    number += 1
    email = `person${number}@acme.example`
    provider.person = { sub: `person ${number}`, email, email_verified: true, name: 'The person' }
    home = await house.tenant({ name: 'Home' })
    elsewhere = await house.tenant({ name: 'Elsewhere' })
  })
  after(async () => {
    await house.close()
    await provider.close()
  })

  const invite = async (tenant: Tenant): Promise<string> => {
    const body = { email, role: 'member' as const }
    return tokenIn((await operate(house.app, tenant.organizationId, sessionOperations.inviteMember, { body })).secret)
  }
  const post = (path: string, body: unknown) => openBrowser(house.origin).ask(path, { method: 'POST', body })
  const memberOf = async (tenant: Tenant, address = email): Promise<Member | undefined> => {
    const { data } = await operate(house.app, tenant.organizationId, sessionOperations.listMembers)
    return data.find((member) => member.email === address)
  }
  const verificationOf = async (address = email) => {
    const [row] = (await asOwner(house, 'select verified_by as by, verified_at as at from person where email = $1', [
      address,
    ])) as { by: string | null; at: Date | null }[]
    assert.ok(row, address)
    return row
  }

  /** A member of Home who came by the link that was shown; verified by the operator or not. @returns its link too */
  async function basicFixture(state: State): Promise<{ person: SignedIn; used: string }> {
    const used = await invite(home)
    const browser = openBrowser(house.origin)
    const { person } = await browser.post<WebSession>(`/invitations/${used}/accept`, { name: 'P', password: PASSWORD })
    const signedIn = Object.assign(browser, { personId: person.id, email })
    if (state === 'verified') await verify(house, signedIn)
    return { person: signedIn, used }
  }

  /** @param token of the invitation to the organization that it is about */
  async function come(way: Way, place: Place, token: string): Promise<{ answer: number | 'done'; code?: string }> {
    switch (way) {
      case 'password':
        return answerOf(
          place === 'same'
            ? await post('/sign-in', { email, password: PASSWORD })
            : await post(`/invitations/${token}/accept`, { password: PASSWORD }),
        )
      case 'link':
        // As somebody new would: with a password of their own.
        return answerOf(await post(`/invitations/${token}/accept`, { name: 'Somebody', password: 'words of my own' }))
      case 'single sign-on': {
        const { round, sessionOf } = signOnAt(house.origin)
        const session = await sessionOf(await round(place === 'same' ? '/' : `/invitations/${token}`))
        return { answer: session ? 200 : 401 }
      }
      case 'operator':
        if (place === 'same') await verifyByOperator(house.app.services, email)
        else await acceptInvitation(house.app.services, { token, name: 'P' })
        return { answer: 'done' }
    }
  }

  function answerOf({ status, text }: { status: number; text: string }): { answer: number; code?: string } {
    if (status < 300) return { answer: status }
    return { answer: status, code: (JSON.parse(text) as { error: { code: string } }).error.code }
  }

  for (const way of ways)
    for (const state of states)
      for (const place of places) {
        const { says: _says, ...cell } = table[way][state][place]
        test(`${way}, account ${state}, ${place} organization: ${cell.answer}`, async () => {
          const { person, used } = await basicFixture(state)
          const tenant = place === 'same' ? home : elsewhere
          const came = await come(way, place, place === 'same' ? used : await invite(elsewhere))
          const [{ by, at }, member] = [await verificationOf(), await memberOf(tenant)]
          const isSession = (await person.ask('/session')).status === 200
          const isPassword = (await post('/sign-in', { email, password: PASSWORD })).status === 200
          assert.equal(isSession, isPassword, 'session and password live or end together')
          assert.deepEqual({ ...came, isMember: member !== undefined, verifiedBy: by, lives: isSession }, cell)
          assert.equal(at !== null, by !== null)
          if (member) assert.equal(member.isEmailVerified, by !== null)
          // Whoever vouches tells every organization where the person works then; nobody else tells anything.
          const isNews = !cell.lives
          for (const one of new Set([home, tenant])) {
            const { data } = await operate(house.app, one.organizationId, sessionOperations.listAuditEntries, {
              query: { action: 'person.verify', limit: 200 },
            })
            // The operator verified the ones that were, once, in Home.
            const before = state === 'verified' && one === home ? 1 : 0
            // Single sign-on vouches before it joins: the organization to join hears of a member who is verified.
            const isTold = isNews && (one === home || way === 'operator')
            assert.equal(data.length - before, isTold ? 1 : 0, `${one === home ? 'Home' : 'Elsewhere'} is told`)
          }
        })
      }

  test('docs/people.md has this table', async () => {
    const page = await readFile(PAGE, 'utf8')
    for (const way of ways) {
      const cells = states.flatMap((state) => places.map((place) => table[way][state][place].says))
      const row = page.split('\n').find((line) => line.toLowerCase().startsWith(`| ${way}`))
      const shown = row?.split('|').slice(2, -1)
      assert.deepEqual(
        shown?.map((cell) => cell.trim()),
        cells,
        way,
      )
    }
  })

  test('a new account is verified by single sign-on, the operator’s acceptance and the operator’s links of the start; a shown link verifies nobody', async () => {
    await post(`/invitations/${await invite(home)}/accept`, { name: 'P', password: PASSWORD })
    assert.equal((await verificationOf()).by, null)
    const someone = (name: string): void => {
      email = `${name}${number}@acme.example`
      provider.person = { sub: name, email, email_verified: true }
    }
    someone('by-provider')
    await signOnAt(house.origin).round(`/invitations/${await invite(home)}`)
    assert.equal((await verificationOf()).by, 'provider')
    someone('by-operator')
    await acceptInvitation(house.app.services, { token: await invite(home), name: 'P' })
    assert.equal((await verificationOf()).by, 'operator')
    await settleDemoOwner(house.app.services, home.organizationId)
    assert.equal((await verificationOf(DEMO_OWNER)).by, 'operator')
    const { data } = await operate(house.app, home.organizationId, sessionOperations.listMembers)
    assert.equal(data.filter(({ isEmailVerified }) => !isEmailVerified).length, 1)
  })

  test('the first person is verified by the link of the start; whoever signs up is not, and stays in the organization they made', async () => {
    const first = await openTestApp()
    const open = await openTestApp({ web: { canSignUp: true } })
    try {
      const account = { name: 'Ada', email: 'ada@acme.example', password: PASSWORD }
      const code = setUpCode(TEST_SECRET)
      const ada = await openBrowser(first.origin).post<WebSession>('/set-up', { ...account, code })
      assert.equal(ada.person.isEmailVerified, true)
      const self = openBrowser(open.origin)
      const mine = await self.post<WebSession>('/sign-up', { ...account, organizationName: 'Mine' })
      assert.equal(mine.person.isEmailVerified, false)
      const { inviteMember } = sessionOperations
      const other = await open.tenant()
      const body = { email: account.email, role: 'viewer' as const }
      const token = tokenIn((await operate(open.app, other.organizationId, inviteMember, { body })).secret)
      for (const accepting of [{}, { password: PASSWORD }]) {
        const reply = await self.ask(`/invitations/${token}/accept`, { method: 'POST', body: accepting })
        assert.deepEqual(answerOf(reply), { answer: 403, code: 'email_not_verified' })
        assert.match(reply.text, /single sign-on.*sightline member verify/)
      }
      assert.equal((await self.get<WebSession>('/session')).organizations.length, 1)
    } finally {
      await open.close()
      await first.close()
    }
  })

  test('only the claim email_verified, true as JSON writes it, is the provider’s word', async () => {
    const { person } = await basicFixture('unverified')
    const token = await invite(elsewhere)
    const { round, sessionOf } = signOnAt(house.origin)
    for (const claim of [undefined, false, null, 'true', 'false', 1, 'yes', {}, [true]]) {
      provider.person = { sub: `person ${number}`, email, email_verified: claim as boolean }
      for (const keepsEmailBack of [false, true]) {
        provider.keepsEmailBack = keepsEmailBack
        const done = await round(`/invitations/${token}`)
        assert.equal(done.location, '/sign-in?problem=single_sign_on_not_verified', JSON.stringify(claim))
        assert.equal(await sessionOf(done), null)
      }
    }
    provider.keepsEmailBack = false
    assert.equal((await person.ask('/session')).status, 200)
    assert.equal((await verificationOf()).by, null)
  })

  test('whom the provider knows by its own name is let in to that account, whatever address it tells, and to no other', async () => {
    const { person } = await basicFixture('unverified')
    const { round, sessionOf } = signOnAt(house.origin)
    await round()
    const bystander = await newMember(house, home, 'member', `bystander${number}@acme.example`)
    for (const claims of [
      { email: bystander.email, email_verified: true },
      { email: bystander.email, email_verified: false },
      {},
    ]) {
      provider.person = { sub: `person ${number}`, ...claims }
      assert.equal((await sessionOf(await round()))?.person.id, person.personId)
      // An invitation of the other address is not theirs to accept: another account has it.
      email = bystander.email
      const token = await invite(elsewhere).catch(() => undefined)
      if (token !== undefined) await round(`/invitations/${token}`)
      assert.equal((await memberOf(elsewhere))?.personId, undefined)
    }
    assert.equal((await bystander.ask('/session')).status, 200)
    assert.equal((await verificationOf(bystander.email)).by, null)
  })

  test('a reset, another role, a name and a second factor prove nothing of an address', async () => {
    const { person } = await basicFixture('unverified')
    const { token } = await issuePasswordReset(house.app.services, { email, removesSecondFactor: true })
    await post('/password-reset', { token, newPassword: PASSWORD })
    await person.post('/sign-in', { email, password: PASSWORD })
    await person.ask('/person', { method: 'PATCH', body: { name: 'Another' } })
    await person.post('/second-factor')
    const params = { personId: person.personId }
    await operate(house.app, home.organizationId, sessionOperations.updateMember, { params, body: { role: 'owner' } })
    assert.deepEqual(await verificationOf(), { by: null, at: null })
    assert.equal((await person.get<WebSession>('/session')).person.isEmailVerified, false)
    const { person: sure } = await (async () => {
      email = `sure${number}@acme.example`
      return basicFixture('verified')
    })()
    const reset = await issuePasswordReset(house.app.services, { email, removesSecondFactor: false })
    await post('/password-reset', { token: reset.token, newPassword: PASSWORD })
    await sure.post('/sign-in', { email, password: PASSWORD })
    assert.equal((await verificationOf()).by, 'operator')
  })

  test('an account that went and came again is a new one that nobody vouched for', async () => {
    const { person } = await basicFixture('verified')
    const params = { personId: person.personId }
    await operate(house.app, home.organizationId, sessionOperations.removeMember, { params })
    const { person: again } = await basicFixture('unverified')
    assert.notEqual(again.personId, person.personId)
    assert.equal((await verificationOf()).by, null)
  })

  test('"member verify" prints a link to choose a password once, and says who verified an account that is', async () => {
    await basicFixture('unverified')
    const { reset } = await verifyByOperator(house.app.services, email)
    assert.ok(reset)
    const choose = () => post('/password-reset', { token: reset.token, newPassword: 'quite other random words' })
    assert.equal((await choose()).status, 200)
    assert.equal((await choose()).status, 404)
    assert.equal((await post('/sign-in', { email, password: 'quite other random words' })).status, 200)
    const again = await verifyByOperator(house.app.services, email)
    assert.deepEqual([again.reset, again.verification.by], [null, 'operator'])
    await assert.rejects(verifyByOperator(house.app.services, 'nobody@acme.example'), { code: 'resource_not_found' })
  })
})
