import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { aRecommendation } from './support/gap-market.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { quiet } from './support/pipeline.ts'
import { cursorOf, listOf, openMcp, textOf, type McpProcess, type ToolResult } from './support/mcp.ts'

describe('37 tools over a pipe, against the running product', { timeout: 240_000 }, () => {
  let house: TestApp
  let tenant: Tenant
  let mcp: McpProcess
  let brandId: string
  let promptIds: string[]
  let competitorIds: string[]
  let runId: string
  let answerId: string

  before(async () => {
    house = await openTestApp({ lab: { seed: 11 } })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    const made = await seedBrand(tenant.client, house.lab)
    brandId = made.brandId
    promptIds = made.promptIds
    competitorIds = made.competitorIds
    runId = (await startedRun(tenant.client, brandId, { platforms: ['chatgpt', 'perplexity'] })).id
    await runEnd(tenant.client, runId)
    await quiet(house)
    const { data } = await tenant.client.listAnswers({
      params: { id: brandId },
      query: { outcome: 'ok', mentioned: 'true' },
    })
    answerId = data[0]?.id ?? ''
    mcp = await openMcp({ SERVICE_API_KEY: tenant.key, SERVICE_BASE_URL: house.baseUrl })
  })
  after(async () => {
    await mcp.close()
    await house.close()
  })

  /** Calls counted so far, by `GET /usage`, which is not counted itself. */
  const counted = async (): Promise<number> => (await tenant.client.getUsage()).calls.used

  test('M11 a read by a tool and by REST gives the same data, and counts one call each', async () => {
    const { client } = tenant
    const params = { id: brandId }
    const pairs: [name: string, given: Record<string, unknown>, rest: () => Promise<unknown>, calls?: number][] = [
      ['get_account', {}, () => client.getMe(), 0],
      ['get_usage', {}, () => client.getUsage(), 0],
      ['list_platforms', {}, () => client.listPlatforms()],
      ['list_brands', { status: 'active' }, () => client.listBrands({ query: { status: 'active' } })],
      ['get_brand', { brandId }, () => client.getBrand({ params })],
      ['get_brand_score', { brandId, window: '14d' }, () => client.getBrandScore({ params, query: { window: '14d' } })],
      ['get_visibility_scores', {}, () => client.getVisibilityScores()],
      [
        'get_score_history',
        { brandId, interval: 'week' },
        () => client.getScoreHistory({ params, query: { interval: 'week' } }),
      ],
      ['explain_score', { brandId }, () => client.explainScore({ params, query: { limit: 10 } })],
      ['compare_periods', { brandId, b: '14d' }, () => client.compareScores({ params, query: { b: '14d' } })],
      [
        'list_platform_results',
        { brandId, platform: 'perplexity' },
        () => client.listPlatformResults({ params, query: { platform: 'perplexity' } }),
      ],
      [
        'list_answers',
        { brandId, mentioned: true, competitorId: competitorIds[0], limit: 2 },
        () => client.listAnswers({ params, query: { mentioned: 'true', competitorId: competitorIds[0], limit: 2 } }),
      ],
      ['get_answer', { answerId }, () => client.getAnswer({ params: { id: answerId } })],
      [
        'list_prompts',
        { brandId, status: 'active' },
        () => client.listPrompts({ params, query: { status: 'active' } }),
      ],
      [
        'list_competitors',
        { brandId, window: '7d' },
        () => client.listCompetitors({ params, query: { window: '7d' } }),
      ],
      [
        'compare_competitors',
        { brandId, competitorIds },
        () => client.compareCompetitors({ params, query: { competitorIds: competitorIds.join(',') } }),
      ],
      ['discover_competitors', { brandId }, () => client.discoverCompetitors({ params })],
      ['get_share_of_voice', { brandId }, () => client.getShareOfVoice({ params })],
      [
        'list_citations',
        { brandId, groupBy: 'page', limit: 3 },
        () => client.listCitations({ params, query: { groupBy: 'page', limit: 3 } }),
      ],
      [
        'find_citation_gaps',
        { brandId, limit: 3 },
        () => client.listCitationGaps({ params, query: { window: '28d', limit: 3 } }),
      ],
      ['list_searches', { brandId, limit: 3 }, () => client.listSearches({ params, query: { limit: 3 } })],
      ['list_recommendations', { brandId, limit: 5 }, () => client.listSuggestions({ params, query: { limit: 5 } })],
      ['list_events', { limit: 5 }, () => client.listEvents({ query: { limit: 5 } })],
      ['get_run', { runId }, () => client.getRun({ params: { id: runId } })],
      ['list_webhooks', {}, () => client.listWebhooks()],
    ]
    assert.equal(pairs.length, 25)
    for (const [name, given, rest, calls = 1] of pairs) {
      const before = await counted()
      const result = await mcp.call(name, given)
      assert.equal(await counted(), before + calls, `${name} is ${calls} call`)
      assert.ok(!result.isError, `${name}: ${textOf(result)}`)
      assert.deepEqual(withoutTime(dataOf(result)), withoutTime(asTold(await rest())), name)
    }
  })

  test('what changes something changes it, and says what it is now', async () => {
    const calls = writes()
    for (const [name, given, expected] of calls) {
      const result = await mcp.call(name, given)
      assert.ok(!result.isError, `${name}: ${textOf(result)}`)
      assert.partialDeepStrictEqual(result.structuredContent, expected, name)
    }
    assert.equal(new Set(calls.map(([name]) => name)).size, 9)
    const { data } = await tenant.client.listPrompts({ params: { id: brandId }, query: { status: 'archived' } })
    assert.deepEqual(data.map(({ id }) => id).toSorted(), promptIds.slice(1, 3).toSorted())
  })

  const writes = (): [string, Record<string, unknown>, Record<string, unknown>][] => [
    ['create_brand', { name: 'Second', domains: ['second.example'] }, { name: 'Second', dryRun: false }],
    ['update_brand', { brandId: 'Second', aliases: ['2nd'] }, { aliases: ['2nd'] }],
    ['add_competitor', { brandId, name: 'Fresh Rival' }, { name: 'Fresh Rival', brandId }],
    ['remove_competitor', { brandId, competitorId: 'fresh rival' }, { deleted: true }],
    [
      'create_prompts',
      { brandId, prompts: ['one more question'], topic: 'more', tags: ['a'] },
      { data: [{ topic: 'more', tags: ['a'] }] },
    ],
    ['update_prompt', { promptId: promptIds[0], topic: 'changed' }, { id: promptIds[0], topic: 'changed' }],
    ['archive_prompts', { promptIds: promptIds.slice(1, 3) }, { data: [{ id: promptIds[1] }, { id: promptIds[2] }] }],
    [
      'start_run',
      { brandId, platforms: ['chatgpt'], dryRun: true },
      { dryRun: true, platforms: [{ slug: 'chatgpt' }] },
    ],
    ['create_prompts', { brandId, prompts: ['only tried'], dryRun: true }, { dryRun: true }],
    ['create_brand', { name: 'Only tried', dryRun: true }, { dryRun: true }],
    ['update_brand', { brandId, name: 'Only tried', dryRun: true }, { dryRun: true }],
    [
      'create_webhook',
      { url: 'https://hooks.example.com/sightline', events: ['score.changed'], threshold: 5, brandIds: [brandId] },
      { url: 'https://hooks.example.com/sightline', threshold: 5, status: 'active' },
    ],
  ]

  test('a webhook is made without showing its secret, changed, and deleted', async () => {
    const made = await mcp.call('create_webhook', {
      url: 'https://hooks.example.com/two',
      events: ['competitor.alert'],
    })
    assert.doesNotMatch(JSON.stringify(made), /whsec_|secret"/)
    const webhookId = String(made.structuredContent?.['id'])
    const changed = await mcp.call('update_webhook', { webhookId, status: 'paused', brandIds: ['second'] })
    assert.equal(changed.structuredContent?.['status'], 'paused')
    assert.deepEqual((await mcp.call('delete_webhook', { webhookId })).structuredContent, {
      id: webhookId,
      deleted: true,
    })
  })

  test('M10 an address inside the network is refused as REST refuses it', async () => {
    for (const url of ['https://127.0.0.1/x', 'http://example.com/x', 'https://localhost/x']) {
      const refused = await mcp.call('create_webhook', { url, events: ['score.changed'] })
      const rest = await tenant.client.createWebhook({ body: { url, events: ['score.changed'] } }).then(
        () => '',
        (error: Error & { code: string }) => `${error.code}: ${error.message}`,
      )
      assert.equal(refused.isError, true)
      assert.equal(textOf(refused).split('\n')[0], rest)
    }
  })

  test('advice is moved on, and a refused move says what would be possible', async () => {
    const { id } = await tenant.client.createBrand({ body: { name: 'Advised' } })
    await tenant.client.addCompetitor({ params: { id }, body: { name: 'Quorvane' } })
    const first = await aRecommendation(house, tenant.client, id)
    const [listed] = listOf(await mcp.call('list_recommendations', { brandId: 'advised' }))
    assert.partialDeepStrictEqual(listed, { id: first, status: 'new' })
    const refused = await mcp.call('update_recommendation', { recommendationId: first, status: 'dismissed' })
    assert.match(textOf(refused), /^validation_failed: .*Say why it is dismissed/)
    const accepted = await mcp.call('update_recommendation', { recommendationId: first, status: 'accepted' })
    assert.equal(accepted.structuredContent?.['status'], 'accepted')
  })

  test('a brand goes by id, by name in any letters, by an alias, or unnamed when it is the only one', async () => {
    const alone = await house.tenant()
    const { id } = await alone.client.createBrand({ body: { name: 'Straße AG', aliases: ['Street'] } })
    const other = await openMcp({ SERVICE_API_KEY: alone.key, SERVICE_BASE_URL: house.baseUrl })
    for (const given of [
      {},
      { brandId: id },
      { brandId: 'Straße AG' },
      { brandId: 'straße ag' },
      { brandId: 'street' },
    ])
      assert.equal((await other.call('get_brand', given)).structuredContent?.['id'], id, JSON.stringify(given))
    const unknown = await other.call('get_brand', { brandId: 'Strasse' })
    assert.equal(unknown.isError, true)
    assert.match(textOf(unknown), new RegExp(`^which_brand: .*“Strasse”.*\n- Straße AG \\(${id}\\)$`))
    const later = (await other.call('create_brand', { name: 'Street' })).structuredContent?.['id']
    const both = (await other.call('create_brand', { name: 'Lane', aliases: ['street'] })).structuredContent?.['id']
    const byName = await other.call('get_brand', { brandId: 'STREET' })
    assert.equal(byName.structuredContent?.['id'], later, 'a name before an alias')
    await other.call('update_brand', { brandId: later, name: 'Avenue' })
    const several = await other.call('get_brand', { brandId: 'STREET' })
    assert.match(
      textOf(several),
      new RegExp(`^which_brand: [\\s\\S]*Straße AG \\(${id}\\)[\\s\\S]*Lane \\(${String(both)}\\)`),
    )
    assert.match(textOf(await other.call('get_brand', {})), /^which_brand: There are 3 brands\. Say which with brandId/)
    await other.close()
  })

  test('what is too long for a conversation is cut, and says how to go on; the rest is found that way', async () => {
    const long = await house.tenant()
    const { id } = await long.client.createBrand({ body: { name: 'Long' } })
    const words = 'A sentence of some length that nobody will read to its end. '
    const texts = Array.from({ length: 20 }, (_, index) => ({ text: `${index} ${words.repeat(30)}`.slice(0, 1_990) }))
    await long.client.createPrompts({ params: { id }, body: { prompts: texts } })
    const other = await openMcp({ SERVICE_API_KEY: long.key, SERVICE_BASE_URL: house.baseUrl })
    const cut = await other.call('list_prompts', {})
    const [note = ''] = listOf<string>(cut, 'notes')
    const [, kept = ''] =
      /^Cut to about 8,000 tokens: data (\d+) of 20\. Call list_prompts again .* limit: \d+/.exec(note) ?? []
    assert.equal(listOf(cut).length, Number(kept))
    assert.ok(textOf(cut).startsWith(note))
    const seen: unknown[] = []
    for (let cursor: string | undefined; ;) {
      const page = await other.call('list_prompts', { limit: Number(kept), ...(cursor !== undefined && { cursor }) })
      seen.push(...listOf(page))
      assert.equal(page.structuredContent?.['notes'], undefined)
      cursor = cursorOf(page)
      if (cursor === undefined) break
    }
    assert.equal(seen.length, 20)
    await other.close()
  })

  test('each result tells what is left of the month', async () => {
    const [before, after] = [await mcp.call('list_platforms'), await mcp.call('list_platforms')].map(
      (result) => result._meta?.['dev.sightline/calls'] as { limit: number; remaining: number; resetsAt: string },
    )
    assert.equal(before?.limit, 50_000)
    assert.equal(after?.remaining, (before?.remaining ?? 0) - 1)
    assert.match(after?.resetsAt ?? '', /^\d{4}-\d{2}-\d{2}T/)
    const refused = await mcp.call('list_platforms', { wrong: true })
    assert.deepEqual(refused._meta?.['dev.sightline/calls'], after, 'also one that asked nothing of the API')
  })
})

/** The data of the API, without what a tool says beside it. */
function dataOf({ structuredContent = {} }: ToolResult): Record<string, unknown> {
  const { notes: _notes, untrusted: _untrusted, ...data } = structuredContent
  return data
}

/** The API's answer without what no model needs, and with collected texts under the name that warns of them. */
function asTold(answer: unknown, parent = ''): unknown {
  if (Array.isArray(answer)) return answer.map((entry: unknown) => asTold(entry, parent))
  if (typeof answer !== 'object' || answer === null) return answer
  const isPassage = 'outcome' in answer || 'answerId' in answer
  const left = Object.entries(answer).filter(
    ([name]) =>
      !(parent === 'pagination' && name === 'next') &&
      !((parent === 'mentions' || parent === 'citations') && (name === 'start' || name === 'end')),
  )
  return Object.fromEntries(
    left.map(([name, child]) => [name === 'text' && isPassage ? 'untrustedText' : name, asTold(child, name)]),
  )
}

/** Two answers of different moments differ in the moment, and the account's in what was counted between. */
function withoutTime(answer: unknown): unknown {
  const { serverTime: _serverTime, computedAt: _computedAt, ...rest } = answer as Record<string, unknown>
  return rest
}
