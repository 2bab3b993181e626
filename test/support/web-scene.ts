import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { newMember, type SignedIn } from './browser.ts'
import { builtWeb, openChromium, openPage, type Looks, type WatchedPage } from './chromium.ts'
import { openTestApp, type Tenant, type TestApp } from './test-app.ts'
import { quiet } from './pipeline.ts'
import type { TestAppOptions } from './product.ts'

/** An organization with an owner and a brand that six answers were read about, in a browser. */
export type WebScene = {
  house: TestApp
  browser: Browser
  tenant: Tenant
  owner: SignedIn
  brandId: string
  /** A page of the owner, who is signed in there. */
  enter(looks?: Looks): Promise<WatchedPage>
  close(): Promise<void>
}

const ANSWERS = [1, 2, 3, 4, 5, 6].map((question) => ({
  prompt: `which tool is best for purpose ${question}`,
  platform: question % 2 === 0 ? 'chatgpt' : 'perplexity',
  text: '1. Quorvane is one of the tools.\n2. Fernhold is another.',
  citations: [{ url: `https://reviews.example/${question}`, title: 'A review' }],
}))

export async function openWebScene(options: TestAppOptions = {}): Promise<WebScene> {
  const house = await openTestApp({ works: true, ...options, web: { webFolder: builtWeb, ...options.web } })
  const tenant = await house.tenant()
  const owner = await newMember(house, tenant, 'owner')
  const { client } = tenant
  const { id: brandId } = await client.createBrand({ body: { name: 'Fernhold' } })
  const params = { id: brandId }
  await client.addCompetitor({ params, body: { name: 'Quorvane' } })
  const { rejected } = await client.importAnswers({ params, body: { answers: ANSWERS } })
  assert.deepEqual(rejected, [])
  await quiet(house)
  const browser = await openChromium()
  return {
    house,
    browser,
    tenant,
    owner,
    brandId,
    enter: async (looks) => {
      const watched = await openPage(browser, house.origin, looks)
      await carry(watched, owner)
      return watched
    },
    close: async () => {
      await browser.close()
      await house.close()
    },
  }
}

/** A session of somebody's, brought along: without the page of signing in. */
export async function carry({ page }: WatchedPage, { cookie, origin }: SignedIn): Promise<void> {
  const [name = '', value = ''] = (cookie ?? '').split('=')
  await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
}
