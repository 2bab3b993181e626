import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { showIn } from './chromium.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Light and dark differ in their colours only. */
const OF_COLOUR = ['color-contrast']

/** Of a page behind an open dialog nothing can be reached, and it was looked at before. */
const SHOWN = `document.querySelector('dialog[open]') ?? document`

/**
 * What axe finds in a page as it stands, light and dark: the rule and the first place. It is put into the page itself, once:
 * `@axe-core/playwright` opens another page for every report, which takes eight times as long and is needed for frames only.
 */
export async function findingsIn(page: Page): Promise<string[]> {
  await showIn(page, 'light')
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source)
  const light = await report(page, { type: 'tag', values: STANDARDS })
  await showIn(page, 'dark')
  const dark = await report(page, { type: 'rule', values: OF_COLOUR })
  return [...light, ...dark.map((finding) => `${finding} in the dark`)]
}

async function report(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] }
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${SHOWN}, ${JSON.stringify(options)})`)
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`)
}
