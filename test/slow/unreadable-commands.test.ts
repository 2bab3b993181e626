import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { SiteDoor } from '../../packages/server/src/pipeline/advising/fetch-site.ts'
import { runInProcess, type Ended } from '../support/command-line.ts'
import { freshDatabase, TEST_SECRET } from '../support/database.ts'
import { openApp, runEnd, type Tenant, type TestApp } from '../support/product.ts'
import { makeDue } from '../support/queue.ts'
import { quiet } from '../support/pipeline.ts'

const generous = { timeout: 240_000 }
const entry = new URL('../../packages/server/src/threads/stalling-thread.test-support.ts', import.meta.url)
const PAGE = `<html><body><h1>Fernhold</h1>${'<p>Fernhold keeps tasks in one calm place.</p>'.repeat(40)}</body></html>`

describe('texts that take too long to read, on the command line and on sites', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let folder: string
  let brandId: string
  /** Of the brand's site, by the ends of their addresses. */
  let slowPages = ['/tasks']

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-unreadable-'))
    const site: SiteDoor = {
      get: async (url) => ({
        kind: 'answered',
        status: /robots.txt|sitemap.xml/.test(url) ? 404 : 200,
        headers: {},
        bodyStart: Buffer.from(slowPages.some((page) => url.endsWith(page)) ? `${PAGE} never ends document.` : PAGE),
      }),
    }
    house = await openApp(await freshDatabase(), {
      works: true,
      site,
      textThreads: { entry, limits: { textMs: 300 } },
    })
    tenant = await house.tenant()
    const body = { name: 'Fernhold', domains: ['fernhold.example'] }
    ;({ id: brandId } = await tenant.client.createBrand({ body }))
    await tenant.client.addCompetitor({ params: { id: brandId }, body: { name: '小米' } })
  })
  after(async () => {
    await house.close()
    await rm(folder, { recursive: true, force: true })
  })

  const command = (...args: string[]): Promise<Ended> =>
    runInProcess([...args, '--json'], {
      DATABASE_URL: house.database.ownerUrl,
      SIGHTLINE_SECRET: TEST_SECRET,
      SIGHTLINE_DATA_DIR: join(folder, 'none'),
    })
  const told = ({ code, out, err }: Ended): Record<string, unknown> => {
    assert.equal(code, 0, err)
    return JSON.parse(out)
  }

  test('a page of a site that takes too long to read is left out; without the home page the examination before stands', async () => {
    const client = tenant.client
    const params = { id: brandId }
    const citing = {
      prompt: 'which tool',
      platform: 'chatgpt',
      text: 'See it.',
      citations: [{ url: 'https://fernhold.example/tasks' }, { url: 'https://fernhold.example/teams' }],
    }
    const { runId } = await client.importAnswers({ params, body: { answers: [citing] } })
    await runEnd(client, runId!)
    const examined = async () => {
      await makeDue(house.app.database, `audit-site:${brandId}`)
      await quiet(house)
      const { data } = await client.listSiteAudits({ params })
      return data.map(({ checkedAt, pages }) => ({ checkedAt, pages: pages.map(({ url }) => url) }))
    }
    const [first] = await examined()
    assert.deepEqual(first?.pages, ['https://fernhold.example/', 'https://fernhold.example/teams'])
    slowPages = ['fernhold.example/']
    assert.deepEqual(await examined(), [first])
    slowPages = []
    const [last] = await examined()
    assert.deepEqual(last?.pages.length, 3)
  })

  test('reread reads what a process could not, scores it, and ends; verify tells how many there are', async () => {
    const answers = ['Fernhold is good.', 'Fernhold is good, and never ends extract.'].map((text) => ({
      prompt: 'which tool is best',
      platform: 'chatgpt',
      text,
    }))
    const { runId } = await tenant.client.importAnswers({ params: { id: brandId }, body: { answers } })
    assert.equal((await runEnd(tenant.client, runId!)).unreadable, 1)
    await quiet(house)
    const equal = { equal: true, finished: true, answers: 3, differences: [], unfinished: [] }
    assert.deepEqual(told(await command('verify')), { ...equal, unreadable: 1 })
    // Whoever reads from now on has the threads of production.
    await house.app.close()
    assert.deepEqual(told(await command('reread')), { answers: 1, read: 1, unreadable: 0 })
    assert.deepEqual(told(await command('reread', '--org', tenant.organizationId)), {
      answers: 0,
      read: 0,
      unreadable: 0,
    })
    assert.deepEqual(told(await command('verify')), { ...equal, unreadable: 0 })
  })

  test('import ends, whatever 60 kB of one name it is given, and verify is equal', async () => {
    const file = join(folder, 'answers.jsonl')
    const texts = ['小米'.repeat(10_000), '```\n'.repeat(25_000), 'Fernhold is good.']
    const line = (text: string): string => JSON.stringify({ prompt: 'which tool is best', platform: 'claude', text })
    await writeFile(file, texts.map(line).join('\n'))
    const imported = told(await command('import', file, '--brand', 'Fernhold'))
    assert.deepEqual([imported['accepted'], imported['rejected']], [3, []])
    const verified = told(await command('verify'))
    assert.deepEqual([verified['equal'], verified['answers'], verified['differences']], [true, 6, []])
  })
})
