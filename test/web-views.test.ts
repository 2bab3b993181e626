import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { findingsIn } from './support/axe.ts'
import { newMember, PASSWORD } from './support/browser.ts'
import {
  assertFaultless,
  builtWeb,
  openChromium,
  openPage,
  signIn,
  withoutBrowser,
  type Looks,
  type WatchedPage,
} from './support/chromium.ts'
import { estateOf, type Estate } from './support/estate.ts'
import { openTestHouse, type TestHouse } from './support/house.ts'
import { emptyViews, everyView, brandViews } from './support/web-views.ts'

const generous = { timeout: 400_000, skip: withoutBrowser }
const PHONE = { width: 360, height: 740 }
const DESK = { width: 1_280, height: 800 }
/** Of the first page's script, compressed (issue 7). */
const BUDGET_KB = 170

describe('every view, in a real browser', generous, () => {
  let house: TestHouse
  let browser: Browser
  let estate: Estate
  let owner: { email: string }
  let beginner: { email: string }
  let unmeasuredId: string

  before(async () => {
    house = await openTestHouse({ lab: {}, web: { webFolder: builtWeb } })
    estate = await estateOf(house)
    owner = await newMember(house, estate.tenant, 'owner', 'reader@acme.example')
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

/** What axe finds on each page, with the place it finds it at, and what a phone would. */
async function findingsOf({ page, open }: WatchedPage, views: string[]): Promise<string[]> {
  const findings: string[] = []
  for (const view of views) {
    await open(view)
    if ((await page.getByText('Loading …').count()) > 0) findings.push(`${view}: still loading`)
    if ((await page.getByRole('heading', { level: 1 }).count()) !== 1) findings.push(`${view}: not one h1`)
    for (const finding of await findingsIn(page)) findings.push(`${view}: ${finding}`)
    await page.setViewportSize(PHONE)
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    await page.setViewportSize(DESK)
    if (width > PHONE.width) findings.push(`${view}: ${width} pixels wide on a phone`)
  }
  return findings
}
