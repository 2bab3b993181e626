// Takes pictures of every view for docs/screens, or of some:
// node scripts/run.mjs screenshots <the link that `npm start` printed> [name …]
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openChromium, showIn } from '../test/support/chromium.ts'

const folder = join(import.meta.dirname, '../docs/screens')
const WIDTH = 1_280
const GUEST = 'grace@acme.example'
const plain = [
  'platforms',
  'prompts',
  'answers',
  'competitors',
  'share-of-voice',
  'periods',
  'sources',
  'recommendations',
  'site',
  'events',
  'runs',
]
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
const [link, ...wanted] = process.argv.slice(2)
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
for (const { name, path, open } of await views(page)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  await page.goto(`${origin}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await open?.()
  // A button further down was scrolled to.
  await page.evaluate('scrollTo(0, 0)')
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme)
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
  // What lies over the page lies in the window.
  const tall = "document.querySelector('dialog[open]') ? innerHeight : document.documentElement.scrollHeight"
  const height = Math.min(await of.evaluate<number>(tall), 2_400)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: WIDTH, height, scale: 1 },
  })
  await session.detach()
  return Buffer.from(data, 'base64')
}

type View = {
  name: string
  path: string
  /** What is pressed before the picture. */
  open?: () => Promise<void>
}

/** Those that need an id follow the first link of their list; a webhook with a log and an invitation are made. */
async function views(of: Page): Promise<View[]> {
  const brand = new URL(of.url()).pathname
  const brandId = brand.split('/').at(-1)
  const first = async (list: string): Promise<string> => {
    await of.goto(`${origin}${brand}/${list}`)
    const link = of.locator(`main a[href^="${brand}/${list}/"]`).first()
    await link.waitFor()
    return (await link.getAttribute('href')) ?? ''
  }
  const webhook = await makeWebhook(of)
  const invitation = await makeInvitation(of)
  return [
    { name: 'overview', path: brand },
    ...plain.map((name) => ({ name, path: `${brand}/${name}` })),
    { name: 'prompt', path: await first('prompts') },
    { name: 'answer', path: await first('answers') },
    { name: 'head-to-head', path: await first('competitors') },
    { name: 'recommendation', path: await first('recommendations') },
    { name: 'run', path: await first('runs') },
    { name: 'run-start', path: `${brand}/runs`, open: pressing(of, 'Start a run', 'Show the plan') },
    { name: 'prompts-add', path: `${brand}/prompts`, open: pressing(of, 'Add prompts') },
    { name: 'palette', path: brand, open: pressing(of, 'Go to …') },
    { name: 'welcome', path: '/welcome' },
    ...['market', 'prompts', 'run'].map((step) => ({
      name: `welcome-${step}`,
      path: `/welcome?brandId=${brandId}&step=${step}`,
    })),
    { name: 'usage', path: '/usage' },
    ...settings.map((name) => ({ name: `settings-${name}`, path: `/settings/${name}` })),
    { name: 'settings-webhook', path: webhook },
    { name: 'settings-webhook-delivery', path: webhook, open: pressing(of, 'Details of ') },
    { name: 'settings-key-create', path: '/settings/api-keys', open: pressing(of, 'Create key') },
    { name: 'settings-second-factor', path: '/settings/security', open: pressing(of, 'Set it up', 'Begin') },
    { name: 'sign-in', path: '/sign-in' },
    { name: 'sign-up', path: '/sign-up' },
    { name: 'set-up', path: '/set-up#code' },
    { name: 'invitation', path: invitation },
    { name: 'password-reset', path: '/password-reset#code' },
    { name: 'not-found', path: '/nowhere' },
  ]
}

/** Presses one after the other, where they are there, until what they open is read. */
function pressing(of: Page, ...buttons: string[]): () => Promise<void> {
  return async () => {
    for (const name of buttons) {
      await of.getByRole('button', { name }).first().click()
      await of.getByRole('dialog').waitFor()
      await of.waitForLoadState('networkidle')
    }
  }
}

async function makeWebhook(of: Page): Promise<string> {
  await of.goto(`${origin}/settings/webhooks`)
  await of.waitForLoadState('networkidle')
  if ((await of.getByRole('rowheader').count()) === 0) {
    await of.getByRole('button', { name: 'Create webhook' }).click()
    const dialog = of.getByRole('dialog')
    await dialog.getByLabel('Address').fill('https://hooks.example.com/sightline')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
  }
  await of.getByRole('rowheader').getByRole('link').first().click()
  await of.getByRole('button', { name: 'Send test event' }).click()
  await of.getByText(/^(Not d|D)elivered\. /).waitFor()
  return new URL(of.url()).pathname
}

async function makeInvitation(of: Page): Promise<string> {
  await of.goto(`${origin}/settings/members`)
  await of.waitForLoadState('networkidle')
  const open = of.getByRole('button', { name: `Take back the invitation of ${GUEST}` })
  if (await open.isVisible()) {
    await open.click()
    await of.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
    await of.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await of.getByRole('button', { name: 'Invite somebody' }).click()
  const dialog = of.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill(GUEST)
  await dialog.getByRole('button', { name: 'Make the invitation' }).click()
  const link = await dialog.getByLabel('Invitation link', { exact: true }).innerText()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  return new URL(link).pathname
}
