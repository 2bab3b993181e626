import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findingsIn } from '../support/axe.ts'
import { withoutBrowser, type Looks, type WatchedPage } from '../support/chromium.ts'
import { openWebScene, type WebScene } from '../support/web-scene.ts'

const generous = { timeout: 240_000, skip: withoutBrowser }

/** As the service says that it is at fault. */
const BROKEN = {
  status: 500,
  json: {
    error: {
      code: 'internal_error',
      message: 'Something went wrong on our side.',
      status: 500,
      requestId: 'req_of_the_test',
      docUrl: '',
      details: [],
    },
  },
}

/** A4 between its margins, at 96 dots an inch. */
const PAPER = { width: 718, height: 1_000 }

/** What is wrong with a page as it would be printed. */
const PAPER_FAULTS = `[...document.querySelectorAll('body *')].flatMap((one) => {
  if (!one.checkVisibility() || one.closest('.visually-hidden')) return []
  const style = getComputedStyle(one)
  const name = one.tagName + ' ' + (one.getAttribute('aria-label') ?? one.textContent).slice(0, 40)
  const isCut = style.overflow !== 'visible' && one.tagName !== 'SELECT' && one.tagName !== 'INPUT' && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  const isLight = (style.color.match(/\\d+/g) ?? []).slice(0, 3).every((part) => Number(part) > 160)
  return [
    ...(isCut ? [name + ' is cut: ' + one.scrollWidth + ' of ' + one.clientWidth] : []),
    ...(isLight ? [name + ' is light on white'] : []),
    ...(one.matches('svg:not([viewBox])') ? [name + ' cannot shrink'] : []),
    ...(one.matches('nav, button:not([data-print])') ? [name + ' is there'] : []),
    ...(one.getBoundingClientRect().right > innerWidth + 1 ? [name + ' is beyond the edge'] : []),
  ]
})`

const WOULD_MOVE = `[...document.querySelectorAll('*')].some((one) =>
  [getComputedStyle(one).transitionDuration, getComputedStyle(one).animationDuration].some((time) => parseFloat(time) > 0))`

describe('what a page shows when not all is well, in a real browser', generous, () => {
  let scene: WebScene
  let watched: WatchedPage
  let page: Page
  let brand: string

  before(async () => {
    scene = await openWebScene()
    brand = `/brands/${scene.brandId}`
  })
  after(() => scene?.close())

  const enter = async (looks?: Looks): Promise<void> => {
    watched = await scene.enter(looks)
    page = watched.page
  }

  test('where one part cannot be read the others are shown, and it says so, names the request and reads again when asked', async () => {
    await enter({ reducedMotion: 'reduce' })
    await page.route('**/scores/history', (route) => route.fulfill(BROKEN))
    await page.goto(brand)
    const alert = page.getByRole('alert').first()
    await alert.getByText('Something went wrong on our side.').waitFor()
    await alert.getByText('req_of_the_test').waitFor()
    await page
      .getByText(/Share of voice/)
      .first()
      .waitFor()
    assert.deepEqual(await findingsIn(page), [])
    await page.unroute('**/scores/history')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.waitFor({ state: 'detached' })
    await watched.close()
  })

  test('what was read stays to be seen when reading it again fails', async () => {
    await enter()
    await watched.open(`${brand}/competitors`)
    await page.getByRole('button', { name: 'Add a competitor' }).first().click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Taskmoor')
    await page.route(/\/competitors\?/, (route) => route.fulfill(BROKEN))
    await page.getByRole('dialog').getByRole('button', { name: 'Track it' }).click()
    await page
      .getByText(/Shown as last read/)
      .first()
      .waitFor()
    await page.getByRole('rowheader', { name: 'Quorvane' }).first().waitFor()
    await watched.close()
  })

  test('without a connection it says so, and goes on by itself when there is one', async () => {
    await enter()
    await watched.open(`${brand}/answers`)
    await page.context().setOffline(true)
    await page.getByLabel('Platform').selectOption('chatgpt')
    await page.getByText('The service cannot be reached').waitFor()
    await page.getByText('Check the connection. Nothing was lost.').waitFor()
    await page.context().setOffline(false)
    await page
      .getByRole('link', { name: /^which tool is best/ })
      .first()
      .waitFor()
    // A page that was not opened before needs its script.
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Sources' }).click()
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Load it again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor()
    await watched.close()
  })

  test('on paper there is no navigation and nothing to press, dark becomes light, and nothing is cut off', async () => {
    await enter({ colorScheme: 'dark', viewport: PAPER, reducedMotion: 'reduce' })
    await page.addInitScript(`localStorage.setItem('sightline.theme', 'dark')`)
    const [first] = (await scene.tenant.client.listAnswers({ params: { id: scene.brandId } })).data
    for (const path of ['', '/answers?platform=chatgpt', `/answers/${first?.id}`, '/sources']) {
      await watched.open(`${brand}${path}`)
      await page.emulateMedia({ media: 'print' })
      assert.deepEqual(await page.evaluate(PAPER_FAULTS), [], path)
      await page.emulateMedia({ media: 'screen' })
    }
    await watched.close()
  })

  test('nothing moves for who asked for that: not while a page is read, and not otherwise', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await enter({ reducedMotion })
      // No answer comes.
      await page.route('**/answers?*', () => {})
      await page.goto(`${brand}/answers`)
      await page.getByText('Loading …').first().waitFor()
      const moving = await page.evaluate<number>('document.getAnimations().length')
      assert.equal(moving > 0, reducedMotion === 'no-preference', `${moving} with ${reducedMotion}`)
      if (reducedMotion === 'reduce') assert.equal(await page.evaluate(WOULD_MOVE), false)
      await watched.close()
    }
  })
})
