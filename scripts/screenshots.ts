// Takes pictures of every view for docs/screens: node scripts/run.mjs screenshots <the link that `npm start` printed>
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openChromium } from '../test/support/chromium.ts'

const folder = join(import.meta.dirname, '../docs/screens')
const WIDTH = 1_280
const [link] = process.argv.slice(2)
if (link === undefined) {
  process.stderr.write('Give the link that `npm start` printed: http://127.0.0.1:4477/open#…\n')
  process.exit(2)
}
const { origin } = new URL(link)

const browser = await openChromium()
const page = await browser.newPage({ viewport: { width: WIDTH, height: 800 }, reducedMotion: 'reduce' })
await page.goto(link)
await page.waitForURL(/\/brands\//)
await mkdir(folder, { recursive: true })
for (const [name, path] of await views(page)) {
  await page.goto(`${origin}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // A page that fits the window is not painted anew for the picture.
    await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))')
    await writeFile(join(folder, `${name}-${colorScheme}.webp`), await picture(page))
  }
  process.stdout.write(`${name}\n`)
}
await browser.close()

/** WebP, which playwright's own screenshot does not make: a fifth of a PNG. */
async function picture(of: Page): Promise<Buffer> {
  const session = await of.context().newCDPSession(of)
  const height = Math.min(await of.evaluate<number>('document.documentElement.scrollHeight'), 2_400)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: WIDTH, height, scale: 1 },
  })
  await session.detach()
  return Buffer.from(data, 'base64')
}

/** Those that need an id follow the first link of their list. */
async function views(of: Page): Promise<[name: string, path: string][]> {
  const brand = new URL(of.url()).pathname
  const first = async (list: string): Promise<string> => {
    await of.goto(`${origin}${brand}/${list}`)
    const link = of.locator(`main a[href^="${brand}/${list}/"]`).first()
    await link.waitFor()
    return (await link.getAttribute('href')) ?? ''
  }
  const settings = [
    'organization',
    'brands',
    'schedule',
    'members',
    'api-keys',
    'webhooks',
    'models',
    'integrations',
    'plan',
    'security',
    'audit',
  ]
  const plain = [
    'platforms',
    'prompts',
    'answers',
    'competitors',
    'share-of-voice',
    'sources',
    'recommendations',
    'site',
    'events',
    'runs',
  ]
  return [
    ['overview', brand],
    ...plain.map((name): [string, string] => [name, `${brand}/${name}`]),
    ['prompt', await first('prompts')],
    ['answer', await first('answers')],
    ['head-to-head', await first('competitors')],
    ['recommendation', await first('recommendations')],
    ['run', await first('runs')],
    ['welcome', '/welcome'],
    ['usage', '/usage'],
    ...settings.map((name): [string, string] => [`settings-${name}`, `/settings/${name}`]),
    ['sign-in', '/sign-in'],
  ]
}
