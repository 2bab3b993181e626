import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page, type Request, type ViewportSize } from 'playwright-core'

const PLACES = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The machine's own Chromium: playwright would bring one of 150 MB. */
export const chromiumPath = PLACES.find((path) => path !== undefined && existsSync(path))

/** For `describe`: why what needs a browser is left out; false where there is one. */
export const withoutBrowser: string | false = chromiumPath
  ? false
  : 'no Chromium here: install Debian’s chromium, or name one in CHROMIUM'

/** `npm test` builds it first. */
export const builtWeb = join(import.meta.dirname, '../../packages/web/dist')

export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath ?? '',
    // Its own sandbox needs rights that a container's root has not; pages here are ours.
    args: ['--no-sandbox'],
  })

export type Looks = {
  colorScheme?: 'light' | 'dark'
  viewport?: ViewportSize
  reducedMotion?: 'reduce' | 'no-preference'
}

/** A page whose every fault is noted: what the console said, what failed, what left the origin. */
export type WatchedPage = {
  page: Page
  faults: string[]
  /** Goes to an address, until there is nothing more to come. */
  open(path: string): Promise<void>
  /** Nothing is asked for and nothing is left to be drawn. */
  settled(): Promise<void>
  close(): Promise<void>
}

export async function openPage(browser: Browser, origin: string, looks: Looks = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: origin,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...looks,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A refused call is in the console too; the tests look at those themselves.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isRefusal) faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      faults.push(`left the origin: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()}: ${response.url()}`)
  })
  const settled = settling(page)
  const open = async (path: string): Promise<void> => {
    await page.goto(path)
    await settled()
  }
  return { page, faults, open, settled, close: () => context.close() }
}

/** As playwright's `networkidle`, without its half second: whoever reads an answer asks the next question before it idles. */
function settling(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  let asked = 0
  page.on('request', (request) => {
    asked += 1
    underWay.add(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return async () => {
    await page.locator('h1').first().waitFor()
    for (let before = -1; before !== asked || underWay.size > 0;) {
      before = asked
      await page.evaluate(IDLE)
    }
  }
}

/**
 * Behind all other work of the page, twice: what an answer changed is drawn in the first. Not `requestIdleCallback`: where a
 * caret blinks Chromium is never idle.
 */
const IDLE = `(async () => {
  const behindAll = () => scheduler.postTask(() => {}, { priority: 'background' })
  await behindAll()
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 20)))
  await behindAll()
})()`

/** Whatever was clicked and read on the way: nothing broke, nothing was blocked by the policy, nothing left the origin. */
export function assertFaultless({ faults }: WatchedPage): void {
  assert.deepEqual(faults, [])
}

/** Under a system that prefers light or dark; what is drawn may follow the media query by a frame. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(`new Promise((shown) => {
    const look = () => {
      const [red] = getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/)
      if (Number(red) < 128 === ${colorScheme === 'dark'}) shown()
      else setTimeout(look, 10)
    }
    look()
  })`)
}

/** By the page a person signs in on. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await givePassword(page, email, password)
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

/** The first step, after which somebody with a second factor is asked for it. */
export async function givePassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
