import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { setUpCode } from '../packages/server/src/identity/set-up.ts'
import {
  assertFaultless,
  builtWeb,
  openChromium,
  openPage,
  withoutBrowser,
  type WatchedPage,
} from './support/chromium.ts'
import { TEST_SECRET } from './support/cluster.ts'
import { openTestHouse, type TestHouse } from './support/house.ts'

const generous = { timeout: 240_000, skip: withoutBrowser }
const PASSWORD = 'four quiet words together'

/** One after the other, as a person does them: each test goes on where the one before ended. */
describe('a new owner, in a real browser', generous, () => {
  let house: TestHouse
  let browser: Browser
  let watched: WatchedPage
  let page: Page

  before(async () => {
    house = await openTestHouse({ lab: {}, web: { webFolder: builtWeb } })
    browser = await openChromium()
    watched = await openPage(browser, house.origin)
    page = watched.page
  })
  after(async () => {
    await browser?.close()
    await house?.close()
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

  test('nothing broke on the way, nothing was blocked, nothing left the origin', () => assertFaultless(watched))
})
