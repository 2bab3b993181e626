import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sessionOperations } from '@sightline/sdk'
import type { Page } from 'playwright-core'
import { operate } from '../../packages/server/src/commands/with-app.ts'
import { newMember, PASSWORD, verify } from '../support/browser.ts'
import {
  assertFaultless,
  givePassword,
  openPage,
  signIn,
  withoutBrowser,
  type WatchedPage,
} from '../support/chromium.ts'
import { CLIENT, openOidcProvider, type OidcProvider } from '../support/oidc-provider.ts'
import { openWebhookReceiver, type Receiver } from '../support/receivers.ts'
import { shownCode } from '../support/second-factor.ts'
import { openWebScene, type WebScene } from '../support/web-scene.ts'

const generous = { timeout: 240_000, skip: withoutBrowser }

describe('one’s account and one’s secrets, in a real browser', generous, () => {
  const clock = { now: Date.now() }
  let provider: OidcProvider
  let receiver: Receiver
  let scene: WebScene
  let watched: WatchedPage
  let page: Page

  before(async () => {
    provider = await openOidcProvider()
    receiver = await openWebhookReceiver()
    scene = await openWebScene({
      now: () => new Date(clock.now),
      web: { provider: { issuer: provider.issuer, name: 'Acme', ...CLIENT } },
      outbound: { allowsLoopbackHttp: true },
    })
    watched = await scene.enter()
    page = watched.page
  })
  after(async () => {
    await scene?.close()
    await receiver?.close()
    await provider?.close()
  })

  const dialogButton = (name: string) => page.getByRole('dialog').getByRole('button', { name })
  const stranger = (): Promise<WatchedPage> => openPage(scene.browser, scene.house.origin)

  test('a second factor is set up, asked for at the next sign-in, and a recovery code stands in for it', async () => {
    await newMember(scene.house, scene.tenant, 'member', 'careful@acme.example')
    const careful = await stranger()
    await signIn(careful.page, 'careful@acme.example', PASSWORD)
    await careful.page.goto('/settings/security')
    await careful.page.getByRole('button', { name: 'Set it up' }).click()
    await careful.page.getByRole('button', { name: 'Begin' }).click()
    const secret = await careful.page.getByLabel('Key', { exact: true }).innerText()
    await careful.page.getByLabel('Code that the app shows').fill(shownCode(secret, clock.now))
    await careful.page.getByRole('button', { name: 'Turn it on' }).click()
    const [recovery = '', secondRecovery = ''] = (
      await careful.page.getByLabel('Recovery codes', { exact: true }).innerText()
    ).split('\n')
    await careful.page.getByRole('button', { name: 'I have kept them' }).click()
    await careful.page.getByRole('button', { name: 'Do without it …' }).waitFor()
    clock.now += 60_000
    for (const code of [() => shownCode(secret, clock.now), () => recovery]) {
      const again = await stranger()
      await givePassword(again.page, 'careful@acme.example', PASSWORD)
      await again.page.getByLabel('Code').fill('000000')
      await again.page.getByRole('button', { name: 'Sign in' }).click()
      await again.page.getByRole('alert').waitFor()
      await again.page.getByLabel('Code').fill(code())
      await again.page.getByRole('button', { name: 'Sign in' }).click()
      await again.page.getByRole('heading', { level: 1, name: 'Fernhold' }).waitFor()
      assertFaultless(again)
      await again.close()
    }
    // The page asks for a code, not for the password.
    await careful.page.getByRole('button', { name: 'Do without it …' }).click()
    const removal = careful.page.getByRole('dialog')
    assert.equal(await removal.getByLabel('Your password').count(), 0)
    await removal.getByLabel('Code').fill(PASSWORD)
    await removal.getByRole('button', { name: 'Turn it off' }).click()
    await removal.getByText('The code is not right').waitFor()
    await removal.getByLabel('Code').fill(secondRecovery)
    await removal.getByRole('button', { name: 'Turn it off' }).click()
    await careful.page.getByRole('button', { name: 'Set it up' }).waitFor()
    await careful.close()
  })

  test('who is unverified is named so to the members and told so, until somebody vouches', async () => {
    const guest = await newMember(scene.house, scene.tenant, 'member', 'unproven@acme.example')
    await page.goto('/settings/members')
    const row = page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: guest.email })
    await row.waitFor()
    await row.getByText('Unverified', { exact: true }).waitFor()
    await page.getByText('They work in this organization only.').waitFor()
    const watching = await stranger()
    await signIn(watching.page, guest.email, PASSWORD)
    await watching.page.goto('/settings/security')
    await watching.page.getByText('Your e-mail address is not verified').waitFor()
    assertFaultless(watching)
    await watching.close()
    await verify(scene.house, guest)
    await page.reload()
    await row.waitFor()
    assert.equal(await row.getByText('Unverified').count(), 0)
  })

  test('an invitation of an unverified account is refused on its page, with what to do', async () => {
    const guest = await newMember(scene.house, scene.tenant, 'member', 'stays@acme.example')
    const other = await scene.house.tenant({ name: 'Other' })
    const body = { email: guest.email, role: 'viewer' as const }
    const { secret } = await operate(scene.house.app, other.organizationId, sessionOperations.inviteMember, { body })
    const watching = await stranger()
    await watching.page.goto(new URL(secret).pathname)
    await watching.page.getByText('Never made an account here?').waitFor()
    await watching.page.getByLabel('Your password').fill(PASSWORD)
    await watching.page.getByRole('button', { name: 'Join' }).click()
    await watching.page.getByText('ask whoever runs this Sightline to verify it').waitFor()
    await watching.close()
  })

  test('a session is ended from another browser', async () => {
    const lost = await stranger()
    await signIn(lost.page, scene.owner.email, PASSWORD)
    await page.goto('/settings/security')
    await page.getByRole('button', { name: /^End the session in/ }).click()
    await page.getByRole('button', { name: /^End the session in/ }).waitFor({ state: 'detached' })
    await lost.page.goto('/usage')
    await lost.page.waitForURL(/\/sign-in\?next=/)
    await page.goto('/usage')
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
    await lost.close()
  })

  test('single sign-on leads to the provider and back to the page that was asked for', async () => {
    const { email } = await newMember(scene.house, scene.tenant, 'member', 'known@acme.example')
    provider.person = { sub: 'known', email, email_verified: true, name: 'Somebody known' }
    const guest = await stranger()
    await guest.page.goto('/usage')
    await guest.page.getByRole('link', { name: 'Sign in with Acme' }).click()
    await guest.page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
    assert.equal(new URL(guest.page.url()).origin, scene.house.origin)
    await guest.close()
  })

  test('a lost invitation is taken back and made anew: the new link opens, the old one does not', async () => {
    await page.goto('/settings/members')
    const invite = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Invite somebody' }).click()
      await page.getByRole('dialog').getByLabel('E-mail').fill('grace@acme.example')
      await dialogButton('Make the invitation').click()
      const link = await page.getByLabel('Invitation link', { exact: true }).innerText()
      await dialogButton('I have copied it').click()
      return link
    }
    const lost = await invite()
    await page.getByRole('button', { name: 'Take back the invitation of grace@acme.example' }).click()
    await dialogButton('Take it back').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const made = await invite()
    const guest = await stranger()
    await guest.page.goto(lost)
    await guest.page.getByText('There is nothing here').or(guest.page.getByText('This could not be read')).waitFor()
    await guest.page.goto(made)
    await guest.page.getByRole('button', { name: 'Join' }).waitFor()
    await guest.close()
  })

  test('a key is renamed and revoked, and is refused from then on', async () => {
    const key = await scene.tenant.newKey(['brands:read'])
    const status = async (): Promise<number> =>
      (await fetch(`${scene.house.baseUrl}/brands`, { headers: { authorization: `Bearer ${key}` } })).status
    assert.equal(await status(), 200)
    await page.goto('/settings/api-keys')
    await page.getByRole('button', { name: 'Edit Test' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill('Warehouse')
    await dialogButton('Save').click()
    await page.getByRole('button', { name: 'Revoke Warehouse' }).click()
    await dialogButton('Revoke key').click()
    await page.getByRole('button', { name: 'Revoke Warehouse' }).waitFor({ state: 'detached' })
    assert.equal(await status(), 401)
  })

  test('a webhook’s secret is rotated: it is shown once, and both sign', async () => {
    const { id, secret } = await scene.tenant.client.createWebhook({
      body: { url: receiver.url, events: ['score.changed'] },
    })
    await page.goto(`/settings/webhooks/${id}`)
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await dialogButton('Make a new secret').click()
    const rotated = await page.getByLabel('Signing secret', { exact: true }).innerText()
    assert.match(rotated, /^whsec_/)
    assert.notEqual(rotated, secret)
    await dialogButton('I have copied it').click()
    assert.ok(!(await page.content()).includes(rotated))
    await page.getByRole('button', { name: 'Send test event' }).click()
    const [arrival] = await receiver.got(1)
    assert.equal(arrival?.headers['webhook-signature']?.split(' ').length, 2)
    await page.getByRole('button', { name: 'Recover failed …' }).click()
    await dialogButton('Send them again').click()
    await page.getByText('0 deliveries on the way again').waitFor()
    assertFaultless(watched)
  })
})
