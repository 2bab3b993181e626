import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { findingsIn } from '../support/axe.ts'
import { newMember, PASSWORD, type SignedIn } from '../support/browser.ts'
import {
  assertFaultless,
  builtWeb,
  givePassword,
  openChromium,
  openPage,
  signIn,
  withoutBrowser,
  type Looks,
  type WatchedPage,
} from '../support/chromium.ts'
import { fullFixture, type FullFixture } from '../support/full-fixture.ts'
import { openTestApp, type TestApp } from '../support/test-app.ts'
import { tokenIn } from '../support/people.ts'
import { turnOnSecondFactor } from '../support/second-factor.ts'
import { brandViews, emptyViews, entrances, everyView, openings } from '../support/web-views.ts'

const generous = { timeout: 400_000, skip: withoutBrowser }
const PHONE = { width: 360, height: 740 }
const DESK = { width: 1_280, height: 800 }
/** Of the first page's script, compressed (issue 7). */
const BUDGET_KB = 170

describe('every view, in a real browser', generous, () => {
  let house: TestApp
  let browser: Browser
  let estate: FullFixture
  let owner: { email: string }
  let beginner: { email: string }
  let careful: SignedIn
  let unmeasuredId: string

  before(async () => {
    const provider = { issuer: 'http://127.0.0.1:1', name: 'Acme', clientId: 'never', clientSecret: 'asked' }
    house = await openTestApp({ lab: {}, web: { webFolder: builtWeb, canSignUp: true, provider } })
    estate = await fullFixture(house)
    owner = await newMember(house, estate.tenant, 'owner', 'reader@acme.example')
    careful = await newMember(house, estate.tenant, 'member', 'careful@acme.example')
    unmeasuredId = (await estate.tenant.client.createBrand({ body: { name: 'Newcomer' } })).id
    beginner = await newMember(house, await house.tenant(), 'owner', 'beginner@acme.example')
    browser = await openChromium()
  })
  after(async () => {
    await browser?.close()
    await house?.close()
  })

  const enter = async (who: { email: string }, looks: Looks): Promise<WatchedPage> => {
    const watched = await openPage(browser, house.origin, looks)
    await signIn(watched.page, who.email, PASSWORD)
    return watched
  }

  test('with data, light and dark: no finding of axe, nothing broken, blocked, fetched from elsewhere, or wider than a phone', async () => {
    const watched = await enter(owner, { reducedMotion: 'reduce' })
    assert.deepEqual(await findingsOf(watched, everyView(estate)), [])
    assertFaultless(watched)
    await watched.close()
  })

  test('before there is any data, light and dark: the same', async () => {
    const unmeasured = await enter(owner, { reducedMotion: 'reduce' })
    assert.deepEqual(await findingsOf(unmeasured, brandViews(unmeasuredId)), [])
    assertFaultless(unmeasured)
    await unmeasured.close()
    const empty = await enter(beginner, { reducedMotion: 'reduce' })
    assert.deepEqual(await findingsOf(empty, emptyViews()), [])
    assertFaultless(empty)
    await empty.close()
  })

  test('before one is signed in, and at an address that names nothing: the same', async () => {
    const stranger = await openPage(browser, house.origin, { reducedMotion: 'reduce' })
    assert.deepEqual(await findingsOf(stranger, entrances(tokenIn(estate.secrets.invitation))), [])
    await turnOnSecondFactor(careful, Date.now())
    await givePassword(stranger.page, careful.email, PASSWORD)
    await stranger.page.getByRole('heading', { name: 'Your code' }).waitFor()
    assert.deepEqual(await findingsOf(stranger, [null]), [])
    assertFaultless(stranger)
    await stranger.close()
  })

  test('dialogs, a delivery in detail and the palette: the same', async () => {
    const watched = await enter(owner, { reducedMotion: 'reduce' })
    const { page } = watched
    const findings: string[] = []
    for (const [view, buttons] of openings(estate)) {
      await watched.open(view)
      for (const name of buttons) {
        await page.getByRole('button', { name }).first().click()
        await page.getByRole('dialog').waitFor()
        for (const finding of await findingsHere(watched)) findings.push(`${view}, ${name}: ${finding}`)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
    }
    assert.deepEqual(findings, [])
    assertFaultless(watched)
    await watched.close()
  })

  test(`the first page needs at most ${BUDGET_KB} kB of script`, async () => {
    const watched = await enter(owner, {})
    const scripts = new Set<string>()
    watched.page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.endsWith('.js')) scripts.add(pathname)
    })
    await watched.open(`/brands/${estate.ids['brd']}`)
    const sizes = await Promise.all(
      [...scripts].map(async (path) => gzipSync(await readFile(join(builtWeb, path)), { level: 9 }).length),
    )
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1_000
    assert.ok(scripts.size > 0)
    assert.ok(kilobytes <= BUDGET_KB, `${kilobytes.toFixed(1)} kB`)
    await watched.close()
  })
})

/** What is wrong with each page, with the place; null: the one that is open. */
async function findingsOf(watched: WatchedPage, views: (string | null)[]): Promise<string[]> {
  const { page, open } = watched
  const findings: string[] = []
  for (const view of views) {
    if (view !== null) await open(view)
    if ((await page.getByRole('heading', { level: 1 }).count()) !== 1) findings.push(`${view}: not one h1`)
    for (const finding of await findingsHere(watched)) findings.push(`${view}: ${finding}`)
  }
  return findings
}

/** What axe finds, and what a phone would. */
async function findingsHere({ page, settled }: WatchedPage): Promise<string[]> {
  await settled()
  const findings = await findingsIn(page)
  if ((await page.getByText('Loading …').count()) > 0) findings.push('still loading')
  await page.setViewportSize(PHONE)
  const width = await page.evaluate<number>(WIDTH)
  await page.setViewportSize(DESK)
  if (width > PHONE.width) findings.push(`${width} pixels wide on a phone`)
  return findings
}

/** Of the page, or of what a dialog on it holds. */
const WIDTH = `Math.max(...[document.documentElement, ...document.querySelectorAll('dialog[open]')].map((one) => one.scrollWidth))`
