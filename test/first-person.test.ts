import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { SignInOptions, WebSession } from '@sightline/sdk'
import { DEMO_OWNER, settleDemoOwner } from '../packages/server/src/identity/demo-owner.ts'
import { demoCode, setUpCode } from '../packages/server/src/identity/set-up.ts'
import { anotherBrowser, newMember, openBrowser, PASSWORD } from './support/browser.ts'
import { TEST_SECRET } from './support/database.ts'
import { assertErrorShape } from './support/http.ts'
import { openTestApp, type TestApp } from './support/test-app.ts'

const generous = { timeout: 240_000 }

describe('the first person', generous, () => {
  const closers: (() => Promise<unknown>)[] = []
  after(async () => {
    for (const close of closers) await close()
  })

  async function open(web: { isDemo?: boolean; canSignUp?: boolean } = {}): Promise<TestApp> {
    const house = await openTestApp({ web })
    closers.push(() => house.close())
    return house
  }
  const body = { name: 'Ada', email: 'ada@acme.example', password: PASSWORD }

  test('comes by the link of the start, owns every organization there is, and is the only first one', async () => {
    const house = await open()
    const first = await house.tenant({ name: 'My organization' })
    const demo = await house.tenant({ name: 'Demo' })
    const browser = openBrowser(house.origin)
    assert.equal((await browser.get<SignInOptions>('/sign-in-options')).needsSetup, true)
    const code = setUpCode(TEST_SECRET)
    for (const wrongCode of ['x', demoCode(TEST_SECRET), code.slice(0, -1)])
      assertErrorShape(
        await browser.ask('/set-up', { method: 'POST', body: { ...body, code: wrongCode } }),
        404,
        'link_not_valid',
      )
    const replies = await Promise.all(
      ['ada', 'bob', 'eve'].map((name) =>
        openBrowser(house.origin).ask('/set-up', {
          method: 'POST',
          body: { ...body, email: `${name}@acme.example`, code, organizationName: 'Acme' },
        }),
      ),
    )
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 404, 404],
    )
    const session = JSON.parse(replies.find(({ status }) => status === 200)!.text) as WebSession
    assert.deepEqual(
      session.organizations.map(({ id, name, role }) => ({ id, name, role })),
      [
        { id: first.organizationId, name: 'Acme', role: 'owner' },
        { id: demo.organizationId, name: 'Demo', role: 'owner' },
      ],
    )
    assert.equal((await browser.get<SignInOptions>('/sign-in-options')).needsSetup, false)
    assertErrorShape(await browser.ask('/set-up', { method: 'POST', body: { ...body, code } }), 404, 'link_not_valid')
  })

  test('makes an organization where there is none, and is too late once somebody was invited', async () => {
    const empty = await open()
    const code = setUpCode(TEST_SECRET)
    const session = await openBrowser(empty.origin).post<WebSession>('/set-up', {
      ...body,
      code,
      organizationName: 'Acme',
    })
    assert.deepEqual(
      session.organizations.map(({ name, role, plan }) => ({ name, role, plan })),
      [{ name: 'Acme', role: 'owner', plan: 'agency' }],
    )
    const taken = await open()
    await newMember(taken, await taken.tenant(), 'owner')
    assertErrorShape(
      await openBrowser(taken.origin).ask('/set-up', { method: 'POST', body: { ...body, code } }),
      404,
      'link_not_valid',
    )
  })

  test('of a demo is whoever has its link, again and again, as its owner; nowhere else does that link open anything', async () => {
    const house = await open({ isDemo: true })
    const { organizationId } = await house.tenant({ name: 'Demo' })
    const code = demoCode(TEST_SECRET)
    const enter = (sent: string) => openBrowser(house.origin).ask('/demo', { method: 'POST', body: { code: sent } })
    assertErrorShape(await enter(code), 503, 'service_unavailable')
    await settleDemoOwner(house.app.services, organizationId)
    await settleDemoOwner(house.app.services, organizationId)
    for (let visit = 0; visit < 2; visit += 1) {
      const session = JSON.parse((await enter(code)).text) as WebSession
      assert.equal(session.isDemo, true)
      assert.equal(session.person.email, DEMO_OWNER)
      assert.deepEqual(
        session.organizations.map(({ id, role }) => ({ id, role })),
        [{ id: organizationId, role: 'owner' }],
      )
    }
    assertErrorShape(await enter(setUpCode(TEST_SECRET)), 404, 'link_not_valid')
    assert.ok(Buffer.from(code, 'base64url').length * 8 >= 128)
    const real = await open()
    await settleDemoOwner(real.app.services, (await real.tenant()).organizationId)
    const reply = await openBrowser(real.origin).ask('/demo', { method: 'POST', body: { code } })
    assertErrorShape(reply, 404, 'link_not_valid')
    // A demo has claimed nothing: its successor is set up as any other.
    assert.equal((await openBrowser(real.origin).get<SignInOptions>('/sign-in-options')).needsSetup, true)
  })

  test('where the operator allows it anybody makes an account, with an organization of the plan Free', async () => {
    const house = await open({ canSignUp: true })
    const browser = openBrowser(house.origin)
    assert.equal((await browser.get<SignInOptions>('/sign-in-options')).canSignUp, true)
    const session = await browser.post<WebSession>('/sign-up', { ...body, organizationName: 'Mine' })
    assert.deepEqual(
      session.organizations.map(({ name, plan, role }) => ({ name, plan, role })),
      [{ name: 'Mine', plan: 'free', role: 'owner' }],
    )
    const twice = await openBrowser(house.origin).ask('/sign-up', {
      method: 'POST',
      body: { ...body, organizationName: 'Theirs' },
    })
    assertErrorShape(twice, 409, 'conflict')
    assert.equal((await anotherBrowser(house.origin, body.email)).cookie === null, false)
  })

  test('from one place twenty accounts an hour are made, and nobody is locked out of signing in by more', async () => {
    const house = await open({ canSignUp: true })
    const signUp = (number: number) =>
      openBrowser(house.origin).ask('/sign-up', {
        method: 'POST',
        body: { ...body, email: `guest${number}@acme.example`, organizationName: 'Mine' },
      })
    const statuses = (await Promise.all(Array.from({ length: 25 }, (_, number) => signUp(number)))).map(
      ({ status }) => status,
    )
    assert.deepEqual([statuses.filter((status) => status === 200).length, new Set(statuses)], [20, new Set([200, 429])])
    const made = statuses.indexOf(200)
    assert.notEqual((await anotherBrowser(house.origin, `guest${made}@acme.example`)).cookie, null)
  })
})
