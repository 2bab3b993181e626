import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { verifyWebhook } from '@sightline/sdk'
import type { Browser, Page } from 'playwright-core'
import { setUpCode } from '../../packages/server/src/identity/set-up.ts'
import {
  assertFaultless,
  builtWeb,
  openChromium,
  openPage,
  withoutBrowser,
  type WatchedPage,
} from '../support/chromium.ts'
import { TEST_SECRET } from '../support/cluster.ts'
import { openTestApp, type TestApp } from '../support/test-app.ts'
import { openWebhookReceiver, type Receiver } from '../support/receivers.ts'

const generous = { timeout: 240_000, skip: withoutBrowser }
const PASSWORD = 'four quiet words together'

/** One after the other, as a person does them: each test goes on where the one before ended. */
describe('a new owner, in a real browser', generous, () => {
  let house: TestApp
  let browser: Browser
  let watched: WatchedPage
  let page: Page
  let receiver: Receiver

  before(async () => {
    receiver = await openWebhookReceiver()
    house = await openTestApp({
      lab: {},
      web: { webFolder: builtWeb },
      outbound: { allowsLoopbackHttp: true },
    })
    browser = await openChromium()
    watched = await openPage(browser, house.origin)
    page = watched.page
  })
  after(async () => {
    await browser?.close()
    await house?.close()
    await receiver?.close()
  })

  test('the link of the first start makes the account, and its code is gone from the address', async () => {
    await page.goto(`/set-up#${setUpCode(TEST_SECRET)}`)
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('E-mail').fill('ada@acme.example')
    await page.getByLabel('Password').fill('short')
    assert.equal(new URL(page.url()).hash, '')
    await page.getByRole('button', { name: 'Make the account' }).click()
    await page.getByText('Must be at least 12 characters.').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Make the account' }).click()
    await page.getByRole('heading', { level: 1, name: 'Add a brand' }).waitFor()
  })

  test('from a name to the first score with its interval, and to the answers behind it', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Fernhold')
    await page.getByLabel('Domains').fill('fernhold.example')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByLabel('Topics').fill('project management software')
    await page.getByLabel('Competitors you know').fill('Quorvane\nTaskmoor')
    await page.getByRole('button', { name: 'Suggest questions' }).click()
    await page.getByRole('button', { name: /^Use \d+ questions$/ }).click()
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await page.getByText(/\d+ answers from \d+ platforms/).waitFor()
    await page.getByRole('button', { name: 'Start measuring' }).click()
    await page.getByRole('link', { name: 'Open the overview' }).click({ timeout: 60_000 })
    await page.getByRole('heading', { level: 1, name: 'Fernhold' }).waitFor()
    await page.getByText(/95 % interval \d+ to \d+/).waitFor()
    await page.getByText('Simulated data').first().waitFor()
    await page.getByRole('link', { name: /^Open the \d+ answers behind it$/ }).click()
    await page.waitForURL(/\/answers/)
    await page.getByRole('heading', { level: 1, name: 'Answers' }).waitFor()
  })

  test('X11 a key is shown once, its call works as it stands, and it is nowhere after', async () => {
    await page.goto('/settings/api-keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('First call')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await dialog.getByLabel('API key', { exact: true }).innerText()
    assert.match(key, /^sl_live_\w{30,}$/)
    const call = await dialog.getByLabel('curl', { exact: true }).innerText()
    const { stdout } = await promisify(execFile)('sh', ['-c', call])
    assert.equal(typeof (JSON.parse(stdout) as { compositeScore: unknown }).compositeScore, 'number')
    await dialog.getByRole('button', { name: 'Copy: API key' }).click()
    await dialog.getByText('Copied', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('rowheader', { name: 'First call' }).waitFor()
    assert.ok(!(await page.content()).includes(key))
    assert.ok(!page.url().includes(key))
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])',
    )
    assert.ok(!kept.includes(key))
    await page.goBack()
    assert.ok(!(await page.content()).includes(key))
  })

  test('a webhook is made, a test event reaches its receiver, signed, and the log says so', async () => {
    await page.goto('/settings/webhooks')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    const secret = await dialog.getByLabel('Signing secret', { exact: true }).innerText()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('rowheader').getByRole('link').click()
    await page.getByRole('button', { name: 'Send test event' }).click()
    const [arrival] = await receiver.got(1)
    assert.ok(arrival)
    const event = await verifyWebhook(arrival.body, arrival.headers, secret)
    assert.equal(event.test, true)
    await page.getByText('200').first().waitFor()
  })

  test('somebody is invited, joins with the link, and sees what their role may see', async () => {
    await page.goto('/settings/members')
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail').fill('grace@acme.example')
    await dialog.getByLabel('Role').selectOption('viewer')
    await dialog.getByRole('button', { name: 'Make the invitation' }).click()
    const link = await dialog.getByLabel('Invitation link', { exact: true }).innerText()
    const guest = await openPage(browser, house.origin)
    await guest.page.goto(link)
    await guest.page.getByLabel('Your name').fill('Grace')
    await guest.page.getByLabel('Password').fill(PASSWORD)
    await guest.page.getByRole('button', { name: 'Join' }).click()
    await guest.page.getByRole('heading', { level: 1, name: 'Fernhold' }).waitFor()
    await guest.page.goto('/settings/members')
    await guest.page.getByRole('rowheader', { name: 'Ada' }).waitFor()
    assert.equal(await guest.page.getByRole('button', { name: 'Invite somebody' }).count(), 0)
    await guest.page.goto('/settings/api-keys')
    await guest.page.getByText('This is not yours to see').waitFor()
    assertFaultless(guest)
    await guest.close()
  })

  test('nothing broke on the way, nothing was blocked, nothing left the origin', () => assertFaultless(watched))
})
