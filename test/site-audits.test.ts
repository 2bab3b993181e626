import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, test } from 'node:test'
import type { Client, OutputOf, Operations } from '@sightline/sdk'
import type { SiteDoor } from '../packages/server/src/pipeline/advising/fetch-site.ts'
import { createOutbound, type Outbound } from '../packages/server/src/base/outbound/outbound.ts'
import { createAuthority } from './support/certificates.ts'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { eventually } from './support/eventually.ts'

type SiteAudit = OutputOf<Operations['listSiteAudits']>['data'][number]

const generous = { timeout: 120_000 }
const DOMAIN = 'fernhold.example'
const PAGE = `<html><head><title>Fernhold</title><script type="application/ld+json">{"@type":"Organization"}</script></head><body><h1>Fernhold</h1>
  <p>${'Fernhold keeps the tasks of distributed teams in one calm place. '.repeat(20)}</p></body></html>`

describe('the audit of a brand’s own site, by the front door', generous, () => {
  let house: TestApp
  let client: Client
  let site: Server
  let outbound: Outbound
  /** What the site does, by path; the crawler's name is in the request. */
  let answer: (path: string, userAgent: string) => { status: number; body: string; location?: string }
  const asked: { path: string; userAgent: string }[] = []

  before(async () => {
    const authority = await createAuthority()
    site = createServer(await authority.issue(DOMAIN), (request, response) => {
      const { url = '', headers } = request
      asked.push({ path: url, userAgent: headers['user-agent'] ?? '' })
      const { status, body, location } = answer(url, headers['user-agent'] ?? '')
      response.writeHead(status, { 'content-type': 'text/html', ...(location && { location }) }).end(body)
    })
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
    const { port } = site.address() as AddressInfo
    outbound = createOutbound({
      resolve: () => Promise.resolve(['127.0.0.1']),
      allowedNetworks: ['127.0.0.1/32'],
      allowsAnyPort: true,
      ca: authority.ca,
      limits: { readBytes: 1_000_000, keptBytes: 1_000_000 },
    })
    // A site of the tests cannot have the usual port.
    const door: SiteDoor = {
      get: (url, headers) => {
        const there = new URL(url)
        there.port = String(port)
        return outbound.get(there.href, headers)
      },
    }
    house = await openTestApp({ works: true, site: door })
    ;({ client } = await house.tenant())
  })
  after(async () => {
    await house.close()
    await outbound.close()
    site.close()
  })

  /** Waits until the site was examined at another instant than before. */
  async function examined(brandId: string, before?: SiteAudit): Promise<SiteAudit> {
    for (;;) {
      const [audit] = (await client.listSiteAudits({ params: { id: brandId } })).data
      if (audit && audit.checkedAt !== before?.checkedAt) return audit
      await sleep(50)
    }
  }

  test('is made when a domain is named, tells what closes the site to whom, and is made anew on request', async () => {
    answer = (path) => {
      if (path === '/robots.txt') return { status: 200, body: 'User-agent: PerplexityBot\nDisallow: /' }
      if (path === '/sitemap.xml') return { status: 404, body: '' }
      return { status: 200, body: PAGE }
    }
    const { id } = await client.createBrand({ body: { name: 'Fernhold', domains: [DOMAIN] } })
    const first = await examined(id)
    assert.equal(first.domain, DOMAIN)
    assert.deepEqual(
      first.findings.map(({ code, platforms, crawlers }) => ({ code, platforms, crawlers })),
      [
        { code: 'closed_by_robots', platforms: ['perplexity'], crawlers: ['PerplexityBot'] },
        { code: 'no_sitemap', platforms: [], crawlers: [] },
      ],
    )
    assert.match(first.findings[0]?.title ?? '', /Open fernhold\.example to PerplexityBot/)
    assert.deepEqual(first.pages[0]?.types, ['Organization'])
    assert.ok(asked.some(({ userAgent }) => userAgent.includes('OAI-SearchBot')))

    answer = (path, userAgent) => {
      if (path === '/robots.txt') return { status: 404, body: '' }
      if (path === '/sitemap.xml')
        return { status: 200, body: `<urlset><url><loc>https://${DOMAIN}/</loc></url></urlset>` }
      return /bingbot/.test(userAgent) ? { status: 403, body: 'No robots' } : { status: 200, body: PAGE }
    }
    assert.deepEqual(await client.startSiteAudit({ params: { id } }), { domains: [DOMAIN] })
    const second = await examined(id, first)
    assert.deepEqual(
      second.findings.map(({ code, platforms }) => ({ code, platforms })),
      [{ code: 'refused_as_crawler', platforms: ['copilot'] }],
    )
    assert.equal(second.sitemap?.entries, 1)
  })

  test('follows redirects within the site, and none out of it', async () => {
    asked.length = 0
    answer = (path) => {
      if (path === '/') return { status: 301, body: '', location: '/en/' }
      if (path === '/en/') return { status: 302, body: '', location: 'https://elsewhere.example/steal' }
      return { status: 404, body: '' }
    }
    const { id } = await client.createBrand({ body: { name: 'Redirected', domains: [DOMAIN] } })
    const audit = await examined(id)
    assert.deepEqual(
      audit.findings.map(({ code }) => code),
      ['site_unreachable'],
    )
    assert.equal(audit.pages[0]?.status, 302)
    assert.ok(!asked.some(({ path }) => path === '/steal'))
  })

  test('a domain that is no longer the brand’s leaves with its audit', async () => {
    answer = () => ({ status: 200, body: PAGE })
    const { id } = await client.createBrand({ body: { name: 'Moving', domains: [DOMAIN] } })
    await examined(id)
    await client.updateBrand({ params: { id }, body: { domains: [] } })
    await eventually(async () => (await client.listSiteAudits({ params: { id } })).data.length === 0)
    await assert.rejects(client.startSiteAudit({ params: { id } }), /has no domains/)
  })
})
