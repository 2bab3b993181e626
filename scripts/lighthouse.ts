// What Lighthouse says of the heaviest views: node scripts/run.mjs lighthouse <folder> <the link that `npm start` printed>
// It is no dependency (its packages are ten times ours): `npm install --prefix <folder> lighthouse@13.5.0` first.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { chromiumPath } from '../test/support/chromium.ts'

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: { categories: Record<string, { score: number }> } }>

const VIEWS = ['', '/platforms', '/answers', '/recommendations', '/competitors', '/sources']
const PORT = 9_333
/** A desk's window and wire, without a processor made slower. */
const DESK = {
  formFactor: 'desktop',
  screenEmulation: { mobile: false, width: 1_350, height: 940, deviceScaleFactor: 1, disabled: false },
  throttling: { rttMs: 40, throughputKbps: 10_240, cpuSlowdownMultiplier: 1 },
}

const [folder, link] = process.argv.slice(2)
if (folder === undefined || link === undefined) {
  process.stderr.write('Give the folder that holds Lighthouse, and the link that `npm start` printed.\n')
  process.exit(2)
}
const entry = join(resolve(folder), 'node_modules/lighthouse/core/index.js')
// Lighthouse's own types are where it is: not here.
const { default: lighthouse } = (await import(pathToFileURL(entry).href)) as { default: Lighthouse }

const profile = await mkdtemp(join(tmpdir(), 'sightline-lighthouse-'))
const context = await chromium.launchPersistentContext(profile, {
  executablePath: chromiumPath ?? '',
  args: ['--no-sandbox', `--remote-debugging-port=${PORT}`],
})
const page = await context.newPage()
await page.goto(link)
await page.waitForURL(/\/brands\//)
const { origin, pathname } = new URL(page.url())
for (const view of VIEWS) {
  const { lhr } = await lighthouse(`${origin}${pathname}${view}`, {
    port: PORT,
    // The session stays.
    disableStorageReset: true,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    ...DESK,
  })
  const scores = Object.entries(lhr.categories).map(([name, { score }]) => `${name} ${Math.round(score * 100)}`)
  process.stdout.write(`${view || '/'}: ${scores.join(', ')}\n`)
}
await context.close()
await rm(profile, { recursive: true })
