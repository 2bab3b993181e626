import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { auditSite, MIN_WORDS, type FindingCode, type SiteAudit, type SiteDocuments } from './audit.ts'
import { crawlers } from './crawlers.ts'
import type { Fetched } from './fetched.ts'

const HOME = 'https://acme.example/'
const PROSE = 'Acme makes crm software for small teams in many countries. '.repeat(20)
const PAGE = `<html><head><title>Acme &amp; co</title><script type="application/ld+json">{"@type":"Organization","sub":{"@type":["Product","Offer"]}}</script></head>
  <body><h1>CRM</h1><p>${PROSE}</p><a href="/pricing">Pricing</a></body></html>`
const SITEMAP = `<?xml version="1.0"?><urlset><url><loc>${HOME}?a=1&amp;b=2</loc><lastmod>2026-10-01</lastmod></url>
  <url><loc>${HOME}pricing</loc><lastmod>2026-11-02T08:00:00Z</lastmod></url></urlset>`

function answered(
  url: string,
  body: string,
  more: Partial<{ status: number; headers: Record<string, string>; crawler: string }> = {},
): Fetched {
  const { status = 200, headers = {}, crawler = null } = more
  return { url, crawler, answer: { kind: 'answered', status, headers, body } }
}

function site(change: Partial<SiteDocuments> = {}): SiteDocuments {
  return {
    robots: answered(`${HOME}robots.txt`, 'User-agent: *\nDisallow: /admin'),
    pages: [answered(HOME, PAGE)],
    asCrawlers: [answered(HOME, PAGE, { crawler: 'OAI-SearchBot' })],
    sitemaps: [answered(`${HOME}sitemap.xml`, SITEMAP)],
    ...change,
  }
}

const codes = ({ findings }: SiteAudit): FindingCode[] => findings.map(({ code }) => code)

describe('the audit of a brand’s own site', () => {
  test('an open, readable site has no finding', () => {
    const audit = auditSite(site())
    assert.deepEqual(audit.findings, [])
    assert.equal(audit.pages[0]?.title, 'Acme & co')
    assert.deepEqual(audit.pages[0]?.types, ['Organization', 'Product', 'Offer'])
    assert.ok(audit.pages[0].words > 190)
    assert.deepEqual(audit.sitemap, {
      url: `${HOME}sitemap.xml`,
      kind: 'pages',
      entries: 2,
      newest: '2026-11-02',
      first: [`${HOME}?a=1&b=2`, `${HOME}pricing`],
    })
  })

  test('a rule for one crawler closes its platforms and no others', () => {
    const robots = answered(`${HOME}robots.txt`, 'User-agent: PerplexityBot\nDisallow: /\n\nUser-agent: *\nAllow: /')
    const [found, ...others] = auditSite(site({ robots })).findings
    assert.deepEqual(others, [])
    assert.equal(found?.code, 'closed_by_robots')
    assert.deepEqual(found?.platforms, ['perplexity'])
    assert.deepEqual(found?.crawlers, ['PerplexityBot'])
    assert.deepEqual(found?.urls, [HOME])
  })

  test('a rule for all closes every platform whose crawler has none of its own', () => {
    const robots = answered(`${HOME}robots.txt`, 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /')
    const found = auditSite(site({ robots })).findings.find(({ code }) => code === 'closed_by_robots')
    assert.ok(found)
    assert.ok(found.platforms.includes('chatgpt') && found.platforms.includes('copilot'))
    assert.ok(!found.platforms.includes('google-aio'))
  })

  test('a crawler that only collects for training is a note: closing it is a choice', () => {
    const robots = answered(`${HOME}robots.txt`, 'User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /')
    const [found, ...others] = auditSite(site({ robots })).findings
    assert.deepEqual(others, [])
    assert.deepEqual(
      [found?.code, found?.weight, found?.crawlers],
      ['closed_for_training', 'note', ['GPTBot', 'ClaudeBot']],
    )
  })

  test('without a robots.txt all is open; while it cannot be had, all is closed', () => {
    assert.deepEqual(codes(auditSite(site({ robots: answered(`${HOME}robots.txt`, '', { status: 404 }) }))), [])
    assert.deepEqual(codes(auditSite(site({ robots: answered(`${HOME}robots.txt`, '<html>Not found</html>') }))), [])
    const broken = answered(`${HOME}robots.txt`, 'Sorry', { status: 503 })
    assert.deepEqual(codes(auditSite(site({ robots: broken }))), ['robots_unreachable'])
    const gone: Fetched = { url: `${HOME}robots.txt`, crawler: null, answer: { kind: 'failed', reason: 'timeout' } }
    assert.deepEqual(codes(auditSite(site({ robots: gone }))), ['robots_unreachable'])
  })

  test('a firewall that refuses a crawler’s name and lets a browser in is found', () => {
    const asCrawlers = [
      answered(HOME, 'No', { crawler: 'Claude-User', status: 403 }),
      answered(HOME, PAGE, { crawler: 'Bingbot' }),
    ]
    const [found, ...others] = auditSite(site({ asCrawlers })).findings
    assert.deepEqual(others, [])
    assert.deepEqual([found?.code, found?.platforms, found?.urls], ['refused_as_crawler', ['claude'], [HOME]])
  })

  test('nothing is concluded about a site that no browser reaches either', () => {
    const pages = [answered(HOME, 'Down', { status: 502 })]
    const asCrawlers = [answered(HOME, 'Down', { crawler: 'Claude-User', status: 502 })]
    assert.deepEqual(codes(auditSite(site({ pages, asCrawlers }))), ['site_unreachable'])
  })

  test('a page whose text comes with scripts only cannot be read', () => {
    const shell =
      '<html><body><div id="root"></div><noscript>Please turn on JavaScript.</noscript><script src="/app.js"></script></body></html>'
    const audit = auditSite(site({ pages: [answered(HOME, PAGE), answered(`${HOME}app`, shell)] }))
    assert.deepEqual(
      audit.findings.map(({ code, urls }) => [code, urls]),
      [['unreadable_without_scripts', [`${HOME}app`]]],
    )
    const short = '<html><body><p>Acme. Write to us.</p></body></html>'
    assert.deepEqual(codes(auditSite(site({ pages: [answered(HOME, PAGE), answered(`${HOME}mail`, short)] }))), [])
  })

  test('directives against indexing and quoting are found in the page and in the header', () => {
    const hidden = PAGE.replace('<title>', '<meta name="ROBOTS" content="NoIndex, follow"><title>')
    assert.deepEqual(codes(auditSite(site({ pages: [answered(HOME, hidden)] }))), ['not_indexed'])
    const headers = { 'x-robots-tag': 'max-snippet:0' }
    assert.deepEqual(codes(auditSite(site({ pages: [answered(HOME, PAGE, { headers })] }))), ['not_quotable'])
  })

  test('structured data that no parser reads, none at all, and a missing sitemap hinder', () => {
    const broken = PAGE.replace('{"@type"', '{"@type" oops')
    const found = auditSite(site({ pages: [answered(HOME, broken)] })).findings
    assert.deepEqual(
      found.map(({ code, weight }) => [code, weight]),
      [['broken_structured_data', 'hinders']],
    )
    const none = PAGE.replace(/<script.*<\/script>/, '')
    assert.deepEqual(codes(auditSite(site({ pages: [answered(HOME, none)] }))), ['no_structured_data'])
    assert.deepEqual(codes(auditSite(site({ sitemaps: [answered(`${HOME}sitemap.xml`, PAGE)] }))), ['no_sitemap'])
  })

  test('words are counted in scripts without spaces too', () => {
    const japanese = `<html><body><p>${'東京で一番人気のあるソフトウェアです。'.repeat(20)}</p><script src="/a.js"></script></body></html>`
    assert.ok(auditSite(site({ pages: [answered(HOME, japanese)] })).pages[0]!.words > 100)
  })

  test('elements nested deeper than any page’s stand beside one another, and are read as any others', () => {
    const words = 'These words stand in an element that stands deep in others. '.repeat(20)
    const deep = `${PAGE.split('</body>')[0]}${'<div>'.repeat(5_000)}<p>${words}</p>${'</div>'.repeat(5_000)}<h2>Behind</h2></body></html>`
    const [shallow, read] = auditSite(site({ pages: [answered(HOME, PAGE), answered(`${HOME}deep`, deep)] })).pages
    assert.equal(read!.words - shallow!.words, words.split(' ').length)
    assert.equal(read!.headings - shallow!.headings, 1)
  })

  test('a robots.txt of half a megabyte of names above rules is read as any other', () => {
    const names = Array.from({ length: 12_000 }, (_, at) => `User-agent: bot${at}`)
    const body = [...names, 'User-agent: Bingbot', ...names.map((_, at) => `Disallow: /${at}/`), 'Disallow: /'].join(
      '\n',
    )
    const robots = answered(`${HOME}robots.txt`, body)
    const [found, ...others] = auditSite(site({ robots })).findings
    assert.deepEqual(others, [])
    assert.deepEqual([found?.code, found?.crawlers], ['closed_by_robots', ['Bingbot']])
  })

  test('whatever the site sends, the audit ends and says the same again', () => {
    const body = fc.oneof(
      fc.string({ maxLength: 400 }),
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constantFrom(PAGE, SITEMAP, '{"@type":', '<script type="application/ld+json">', 'User-agent: *\nDisallow'),
    )
    fc.assert(
      fc.property(body, body, body, fc.integer({ min: 100, max: 999 }), (robots, page, sitemap, status) => {
        const documents = site({
          robots: answered(`${HOME}robots.txt`, robots, { status }),
          pages: [answered(HOME, page), answered(`${HOME}b`, page, { status })],
          sitemaps: [answered(`${HOME}sitemap.xml`, sitemap)],
        })
        assert.deepEqual(auditSite(documents), auditSite(documents))
      }),
      { numRuns: 300 },
    )
  })

  test('docs/site-audits.md tells the crawlers and the least number of words that the code knows', async () => {
    const page = await readFile(new URL('../../../../../../docs/site-audits.md', import.meta.url), 'utf8')
    for (const { token, platforms, purpose } of crawlers)
      assert.ok(page.includes(`| ${token} | ${platforms.join(', ')} | ${purpose} |`), token)
    assert.equal([...page.matchAll(/\| (?:search|visit|training) \|/g)].length, crawlers.length)
    assert.match(page, new RegExp(`Fewer than ${MIN_WORDS} words`))
  })
})
