import type { Page } from 'playwright-core'
import { assertFaultless, builtWeb, openChromium, openPage, signIn } from '../test/support/chromium.ts'
import { newMember, PASSWORD } from '../test/support/browser.ts'
import { copyAnswer } from '../test/support/many-answers.ts'
import { printHeading, shown } from './support/figures.ts'
import { asOwner, inHaste, keepOneAnswer, openMeasuredBrand } from './support/opened.ts'

const PROMPTS = 10_000
const ANSWERS = 100_000
const SCROLLS = 60
const STEP_PX = 600

/** Whether the application stays fluid where much is tracked: rows in the page, tasks that hold it up for over 50 ms. */
export async function benchWeb(): Promise<void> {
  const { house, tenant, brandId } = await openMeasuredBrand(3, { web: { webFolder: builtWeb } })
  const { ownerUrl } = house.database
  const browser = await openChromium()
  try {
    const owner = await newMember(house, tenant, 'owner')
    const watched = await openPage(browser, house.origin)
    const { page } = watched
    await signIn(page, owner.email, PASSWORD)
    await page.addInitScript(
      `globalThis.longTasks = []; new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask', buffered: true })`,
    )
    printHeading('web', `the built application in Chromium on this machine, the service beside it`)
    await look(page, `/brands/${brandId}/prompts`, 'prompts, 10')
    await look(page, `/brands/${brandId}/answers`, 'answers, some hundred')
    await asOwner(
      ownerUrl,
      `insert into prompt (organization_id, id, brand_id, text, tags, is_branded)
       select '${tenant.organizationId}', 'prm_0' || lpad(number::text, 25, '0'), '${brandId}', 'which tool fits purpose ' || number, '{}', false
       from generate_series(1, ${PROMPTS}) as number`,
    )
    await keepOneAnswer(ownerUrl, brandId)
    await inHaste(ownerUrl, () => copyAnswer(ownerUrl, brandId, ANSWERS))
    await look(page, `/brands/${brandId}/prompts`, `prompts, ${PROMPTS.toLocaleString('en')}`)
    await look(page, `/brands/${brandId}/answers`, `answers, ${ANSWERS.toLocaleString('en')}`)
    assertFaultless(watched)
  } finally {
    await browser.close()
    await house.close()
  }
}

/** Opens a list, takes what more it offers ten times, and scrolls through it. */
async function look(page: Page, path: string, name: string): Promise<void> {
  const started = performance.now()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const openMs = performance.now() - started
  const opening = await longTasks(page)
  const more = page.getByRole('button', { name: /more/i })
  for (let taken = 0; taken < 10 && (await more.count()) > 0; taken += 1) {
    // With the last page the button goes, at times while it is being pressed.
    await more
      .first()
      .click({ timeout: 3_000 })
      .catch(() => {})
    await page.waitForLoadState('networkidle')
  }
  await page.evaluate('longTasks.length = 0')
  for (let scroll = 0; scroll < SCROLLS; scroll += 1) {
    await page.mouse.wheel(0, STEP_PX)
    await page.evaluate('new Promise(requestAnimationFrame)')
  }
  const scrolling = await longTasks(page)
  const rows = await page.locator('tbody tr').count()
  console.log(
    `  ${name}: all there after ${shown(openMs)} ms (${tasks(opening)}), ${rows} rows drawn, ${SCROLLS} scrolls of ${STEP_PX} px (${tasks(scrolling)})`,
  )
}

const longTasks = (page: Page): Promise<number[]> => page.evaluate<number[]>('[...longTasks]')

const tasks = (durationsMs: number[]): string =>
  durationsMs.length === 0
    ? 'no long task'
    : `${durationsMs.length} tasks over 50 ms, the longest ${shown(Math.max(...durationsMs))} ms`
