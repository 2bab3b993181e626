import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { newMember, PASSWORD, type SignedIn } from '../support/browser.ts'
import { assertFaultless, builtWeb, openChromium, openPage, signIn, withoutBrowser } from '../support/chromium.ts'
import { openTestApp, runEnd, type Tenant, type TestApp } from '../support/test-app.ts'
import { quiet } from '../support/pipeline.ts'
import { brandViews } from '../support/web-views.ts'

const generous = { timeout: 240_000, skip: withoutBrowser }

/** What would run, load or lead away, if any page took a text for more than a text. */
const HOSTILE = [
  '<img src=x onerror="globalThis.wasHit=1">',
  '"><script>globalThis.wasHit=1</script>',
  '</script><script>globalThis.wasHit=1</script>',
  '<svg onload="globalThis.wasHit=1"><animate onbegin="globalThis.wasHit=1"/></svg>',
  '[click](javascript:globalThis.wasHit=1)',
  '![pixel](http://127.0.0.1:9/pixel.png)',
  '<a href="javascript:globalThis.wasHit=1">here</a>',
  '{{7*7}} ${7*7} <%= 7*7 %>',
  'before\u2028after\u2029end',
  '<iframe srcdoc="<script>parent.wasHit=1</script>"></iframe><style>body{display:none}</style>',
]

describe('what strangers wrote, in a real browser', generous, () => {
  let house: TestApp
  let browser: Browser
  let tenant: Tenant
  let owner: SignedIn
  let brandId: string

  before(async () => {
    house = await openTestApp({ web: { webFolder: builtWeb }, works: true })
    tenant = await house.tenant({ name: HOSTILE[0] ?? '' })
    owner = await newMember(house, tenant, 'owner')
    const { client } = tenant
    brandId = (await client.createBrand({ body: { name: HOSTILE[1] ?? '', aliases: ['Fernhold'] } })).id
    const params = { id: brandId }
    await client.addCompetitor({ params, body: { name: HOSTILE[3] ?? '', aliases: ['Quorvane'] } })
    const answers = HOSTILE.map((text, index) => ({
      prompt: `which tool ${HOSTILE[index % 2]}`,
      platform: 'chatgpt',
      text: `1. Quorvane ${text}\n2. Fernhold ${text}`,
      citations: [
        { url: `https://example.com/${encodeURIComponent(text)}`, title: text },
        { url: 'javascript:globalThis.wasHit=1', title: text },
      ],
    }))
    const { runId } = await client.importAnswers({ params, body: { answers } })
    if (runId !== null) await runEnd(client, runId)
    await quiet(house)
    browser = await openChromium()
  })
  after(async () => {
    await browser?.close()
    await house?.close()
  })

  test('X3 X4 hostile names, prompts, answers and sources are text: nothing runs, loads, hides or leads away', async () => {
    const watched = await openPage(browser, house.origin)
    const { page } = watched
    await signIn(page, owner.email, PASSWORD)
    const { data } = await tenant.client.listAnswers({ params: { id: brandId } })
    assert.equal(data.length, HOSTILE.length)
    const views = [...brandViews(brandId), ...data.map(({ id }) => `/brands/${brandId}/answers/${id}`)]
    for (const view of [...views, '/settings/brands', '/settings/organization']) {
      await page.goto(view)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      assert.equal(await page.evaluate('globalThis.wasHit'), undefined, view)
      const strange = await page
        .locator('main :is(script, iframe, style, animate, img, a[href^="javascript" i])')
        .count()
      assert.equal(strange, 0, view)
    }
    assertFaultless(watched)
    await watched.close()
  })

  test('X4 a link to a stranger’s page tells it nothing and leaves the application open', async () => {
    const watched = await openPage(browser, house.origin)
    await signIn(watched.page, owner.email, PASSWORD)
    const [first] = (await tenant.client.listAnswers({ params: { id: brandId } })).data
    await watched.page.goto(`/brands/${brandId}/answers/${first?.id}`)
    const links = watched.page.locator('main a[href^="https://example.com"]')
    await links.first().waitFor()
    for (const link of await links.all()) {
      assert.match((await link.getAttribute('rel')) ?? '', /noopener/)
      assert.match((await link.getAttribute('rel')) ?? '', /nofollow/)
      assert.equal(await link.getAttribute('target'), '_blank')
    }
    await watched.close()
  })

  test('X14 whoever signs in with a strange next is led to a page of ours', async () => {
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'javascript:globalThis.wasHit=1',
      'https://evil.example/',
    ]) {
      const watched = await openPage(browser, house.origin)
      await watched.page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
      await watched.page.getByLabel('E-mail').fill(owner.email)
      await watched.page.getByLabel('Password').fill(PASSWORD)
      await watched.page.getByRole('button', { name: 'Sign in' }).click()
      await watched.page.getByRole('navigation').waitFor()
      assert.equal(new URL(watched.page.url()).origin, house.origin, next)
      assert.equal(await watched.page.evaluate('globalThis.wasHit'), undefined)
      assertFaultless(watched)
      await watched.close()
    }
  })

  test('X1 X8 a page of another origin can neither frame the application nor change anything through it', async () => {
    const elsewhere = await serve(
      `<iframe src="${house.origin}/"></iframe><form method="post" enctype="text/plain" action="${house.origin}/web/organizations/${tenant.organizationId}/keys"><input name='{"name":"stolen","scopes":["scores:read"]}' value=""></form>`,
    )
    const watched = await openPage(browser, house.origin)
    const { page } = watched
    await signIn(page, owner.email, PASSWORD)
    const before = await keysOf(tenant)
    const blocked: string[] = []
    page.on('console', (message) => blocked.push(message.text()))
    await page.goto(elsewhere.origin)
    assert.ok(
      blocked.some((text) => /frame-ancestors/.test(text)),
      blocked.join('\n'),
    )
    const answer = page.waitForResponse((response) => response.url().endsWith('/keys'))
    await page.evaluate('document.forms[0].submit()')
    assert.equal((await answer).status(), 403)
    assert.equal(await keysOf(tenant), before)
    await watched.close()
    elsewhere.server.close()
  })

  const keysOf = async ({ organizationId }: Tenant): Promise<number> =>
    (await owner.get<{ data: unknown[] }>(`/organizations/${organizationId}/keys`)).data.length
})

async function serve(html: string): Promise<{ origin: string; server: Server }> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port gives an address with a port, never a pipe's name.
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}
