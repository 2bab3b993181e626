import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertFaultless, withoutBrowser, type WatchedPage } from '../support/chromium.ts'
import { openWebScene, type WebScene } from '../support/web-scene.ts'

const generous = { timeout: 240_000, skip: withoutBrowser }

/** Everything on the page that can be used now; of radio buttons the chosen one, from which arrows lead to the others. */
const CONTROLS = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((one) => !one.disabled && one.checkVisibility() && !(one.type === 'radio' && !one.checked))`

/** Where the focus is: which of the controls has it, whether one sees that, and whether it is on the screen uncovered. */
const FOCUS = `(() => {
  const one = document.activeElement
  const shape = one.closest('label') ?? one
  const isRinged = [one, shape].some((drawn) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(drawn)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  })
  const box = shape.getBoundingClientRect()
  const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth)
  const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight)
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  const isOnScreen = left < right && top < bottom && there !== null && (shape.contains(there) || there.contains(shape))
  const name = one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40)
  return { index: globalThis.controls?.indexOf(one) ?? -1, isRinged, isOnScreen, name: one.tagName + ' ' + name }
})()`

type Focus = { index: number; isRinged: boolean; isOnScreen: boolean; name: string }

describe('without a mouse, in a real browser', generous, () => {
  let scene: WebScene
  let watched: WatchedPage
  let page: Page

  before(async () => {
    scene = await openWebScene()
    watched = await scene.enter({ reducedMotion: 'reduce' })
    page = watched.page
  })
  after(async () => {
    await scene?.close()
  })

  const focus = (): Promise<Focus> => page.evaluate<Focus>(FOCUS)
  const next = async (): Promise<Focus> => {
    await press('Tab')
    return focus()
  }
  const focused = async (): Promise<string> => (await focus()).name
  const isInDialog = (): Promise<boolean> => page.evaluate<boolean>(`!!document.activeElement.closest('dialog')`)
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }

  test('Tab reaches every control of a page, in the order one reads, each ringed and on the screen', async () => {
    for (const path of [`/brands/${scene.brandId}`, `/brands/${scene.brandId}/answers`, '/settings/api-keys']) {
      await watched.open(path)
      const count = await page.evaluate<number>(`(globalThis.controls = ${CONTROLS}).length`)
      assert.ok(count > 20, path)
      for (let index = 0; index < count; index += 1) {
        let { name, ...found } = await next()
        // A field for a day has a stop for each of its parts.
        for (let part = 1; found.index === index - 1 && part < 4; part += 1) ({ name, ...found } = await next())
        assert.deepEqual(found, { index, isRinged: true, isOnScreen: true }, `${path}: ${name}`)
      }
    }
  })

  test('the first stop leads past the navigation', async () => {
    await watched.open(`/brands/${scene.brandId}/answers`)
    await press('Tab')
    assert.match(await focused(), /Skip to the content/)
    await press('Enter', 'Tab')
    assert.equal(await page.evaluate(`!!document.activeElement.closest('main')`), true, await focused())
  })

  test('a dialog keeps the focus in, Escape closes it, and the focus is where it was', async () => {
    await watched.open('/settings/api-keys')
    await page.getByRole('button', { name: 'Create key' }).focus()
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    assert.ok(await isInDialog())
    const count = await page.getByRole('dialog').locator('button, input, select, summary').count()
    for (const key of ['Tab', 'Shift+Tab'])
      for (let presses = 0; presses < count + 3; presses += 1) {
        await press(key)
        // Past its end the browser's own bar has its turn, of which the page sees nothing.
        const isOutside = await page.evaluate<boolean>('document.activeElement === document.body')
        assert.ok(isOutside || (await isInDialog()), await focused())
      }
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await focused(), 'BUTTON Create key')
  })

  test('what is shown once is not lost to a hasty Escape', async () => {
    await press('Enter')
    await page.getByLabel('Name').fill('Kept')
    await press('Enter')
    const secret = page.getByLabel('API key', { exact: true })
    await secret.waitFor()
    await press('Escape')
    assert.match(await secret.innerText(), /^sl_live_/)
    await page.getByRole('button', { name: 'I have copied it' }).focus()
    await press('Enter')
    await page.getByRole('rowheader', { name: 'Kept' }).waitFor()
    assert.equal(await focused(), 'BUTTON Create key')
  })

  test('a definition and the person’s menu open, are gone through and close', async () => {
    await watched.open(`/brands/${scene.brandId}`)
    const definition = page.getByRole('button', { name: 'What is “Score”?' }).first()
    const words = page.getByRole('group', { name: 'What is “Score”?' }).first()
    await definition.focus()
    await press('Enter')
    await words.waitFor()
    await press('Escape')
    await words.waitFor({ state: 'hidden' })
    assert.match(await focused(), /What is “Score”/)
    await page.getByRole('button', { name: 'The owner' }).focus()
    await press('Space', 'Tab')
    assert.match(await focused(), /^SELECT/)
    for (let stops = 0; stops < 6 && (await focused()) !== 'BUTTON Sign out'; stops += 1) await press('Tab')
    assert.equal(await focused(), 'BUTTON Sign out')
    await press('Escape')
    await page.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'hidden' })
    assert.match(await focused(), /The owner/)
  })

  test('Ctrl K and ⌘ K find a page by a few letters and go there; Escape gives the focus back', async () => {
    await watched.open(`/brands/${scene.brandId}/answers`)
    const letters = page.getByRole('combobox', { name: 'Go to' })
    for (const [shortcut, typed, path] of [
      ['Control+k', 'sour', `/brands/${scene.brandId}/sources`],
      ['Meta+k', 'audit', '/settings/audit'],
    ] as const) {
      await press(shortcut)
      await letters.waitFor()
      await page.keyboard.type(typed)
      await press('Enter')
      await page.waitForURL(`**${path}`)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: /^Go to/ }).focus()
    await press('Enter')
    await letters.waitFor()
    await page.keyboard.type('no such page')
    await page.getByText('Nothing of that name.').waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.match(await focused(), /Go to/)
  })

  test('on a phone the navigation is behind a button that says whether it is open', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const menu = page.getByRole('button', { name: 'Menu' })
    const link = page.getByRole('navigation').getByRole('link', { name: 'Usage' })
    await menu.focus()
    assert.ok(!(await link.isVisible()))
    await press('Enter')
    assert.equal(await menu.getAttribute('aria-expanded'), 'true')
    await link.focus()
    await press('Enter')
    await page.waitForURL('**/usage')
    assert.ok(!(await link.isVisible()))
    assertFaultless(watched)
  })
})
