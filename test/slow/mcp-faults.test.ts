import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, sessionOperations } from '@sightline/sdk'
import { operate } from '../../packages/server/src/commands/with-app.ts'
import { brokenApi } from '../support/broken-api.ts'
import { openTestApp, type Tenant, type TestApp } from '../support/test-app.ts'
import { openMcp, textOf, type McpProcess } from '../support/mcp.ts'
import { asOwner, liftMinuteLimit } from '../support/owner.ts'
import { tools } from '../../packages/mcp/src/tools.ts'
import { eventually } from '../support/eventually.ts'

describe('what an assistant is told when something is wrong', { timeout: 240_000 }, () => {
  let house: TestApp
  let tenant: Tenant

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
  })
  after(() => house.close())

  const open = (key: string, baseUrl = house.baseUrl): Promise<McpProcess> =>
    openMcp({ SERVICE_API_KEY: key, SERVICE_BASE_URL: baseUrl })
  const used = async (): Promise<number> => (await tenant.client.getUsage()).calls.used

  test('M1 without a key, with a bad one, without an API it starts, says one line, and each call explains itself', async () => {
    const bad = `sl_live_${'x'.repeat(38)}`
    const cases: [environment: Record<string, string>, line: RegExp, call: RegExp][] = [
      [
        {},
        /^sightline-mcp: SERVICE_API_KEY is not set[^\n]*\n$/,
        /^missing_api_key: SERVICE_API_KEY of this MCP server is not set/,
      ],
      [{ SERVICE_API_KEY: bad }, /^sightline-mcp: invalid_api_key: [^\n]*\n$/, /^invalid_api_key: [\s\S]*do not retry/],
      [
        { SERVICE_API_KEY: tenant.key, SERVICE_BASE_URL: 'http://127.0.0.1:9/api/v1' },
        /^sightline-mcp: api_unreachable: [^\n]*127\.0\.0\.1:9[^\n]*\n$/,
        /^api_unreachable: [^\n]*sightline start/,
      ],
    ]
    const hear = async ([environment, line, call]: (typeof cases)[number]): Promise<void> => {
      const mcp = await openMcp({ SERVICE_BASE_URL: house.baseUrl, ...environment })
      assert.equal((await mcp.tools()).length, 37, 'what there is can be seen')
      const refused = await mcp.call('list_brands')
      assert.equal(refused.isError, true)
      assert.match(textOf(refused), call)
      assert.match(mcp.stderr(), line)
      assert.doesNotMatch(mcp.stderr() + mcp.lines.join('\n'), /sl_live_[0-9A-Za-z]/)
      assert.equal(await mcp.close(), 0)
    }
    await Promise.all(cases.map(hear))
  })

  test('M1 a key that is revoked in the middle is told so by the next call, and the process stays', async () => {
    const key = await tenant.newKey(['brands:read'])
    const { key: own } = await createClient({ baseUrl: house.baseUrl, apiKey: key }).getMe()
    const mcp = await open(key)
    assert.ok(!(await mcp.call('list_brands')).isError)
    await operate(house.app, tenant.organizationId, sessionOperations.revokeKey, { params: { id: own.id } })
    let text = ''
    while (!text.startsWith('api_key_revoked: ')) text = textOf(await mcp.call('list_brands'))
    assert.match(text, /SERVICE_API_KEY of this MCP server\. Tell the user; do not retry/)
    assert.ok(!(mcp.stderr() + mcp.lines.join('\n')).includes(key))
    await mcp.close()
  })

  test('M2 a thousand calls, broken messages and a broken API: on stdout nothing but the protocol', async () => {
    const api = await brokenApi()
    const [mcp, broken] = await Promise.all([open(tenant.key), open(tenant.key, api.baseUrl)])
    const names = ['list_platforms', 'get_account', 'list_brands', 'get_brand', 'no_such_tool', 'get_run']
    await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => mcp.call(names[index % names.length] ?? '').catch(() => null)),
    )
    for (const line of [
      '{',
      '[]',
      'null',
      '{"jsonrpc":"2.0"}',
      '"x"',
      '\u0000',
      '{"jsonrpc":"2.0","id":"a","method":1}',
    ])
      mcp.child.stdin?.write(`${line}\n`)
    for (const answer of api.answers) {
      api.next = answer
      const { isError, content } = await broken.call('list_platforms')
      assert.equal(isError, true)
      assert.match(content[0]?.text ?? '', /^(unreadable_answer|api_unreachable|internal_error|invalid_api_key): /)
    }
    assert.ok(!(await mcp.call('list_platforms')).isError, 'it goes on')
    for (const line of [...mcp.lines, ...broken.lines])
      assert.equal((JSON.parse(line) as { jsonrpc: string }).jsonrpc, '2.0')
    assert.deepEqual(await Promise.all([mcp.close(), broken.close()]), [0, 0])
    await api.close()
  })

  test('M3 arguments that are wrong are refused in our own words, and nothing is sent', async () => {
    const mcp = await open(tenant.key)
    const wrong: [name: string, given: Record<string, unknown>, says: RegExp][] = [
      ['get_brand', { brand: 'x' }, /- arguments: There is no parameter brand here\. It takes brandId\./],
      ['get_brand', { brandId: 7 }, /- brandId: /],
      ['list_brands', { limit: 201 }, /- limit: /],
      ['list_brands', { limit: '10' }, /- limit: /],
      ['list_brands', { limit: 1.5 }, /- limit: /],
      ['get_brand_score', { window: '7 days' }, /- window: Must be a number of days or weeks/],
      ['get_score_history', { from: '20-11-2026' }, /- from: Must be a day of the form YYYY-MM-DD\./],
      ['get_answer', {}, /- answerId: .* \(From list_answers: ans_…\)$/],
      ['get_answer', { answerId: 'brd_01kabcdefghjkmnpqrstvwxyz0' }, /- answerId: Must be an id of the form ans_…/],
      ['get_brand', { brandId: 'a\u0000b' }, /control characters/],
      ['create_prompts', { prompts: ['a\u001b[31mb'] }, /control characters/],
      ['create_prompts', { prompts: [] }, /- prompts: /],
      ['create_brand', { name: 'x'.repeat(1_000_000) }, /larger than 500000 characters/],
      ['create_brand', { name: 'x'.repeat(10_000) }, /- name: Must be at most 200 characters/],
      ['get_brand', { constructor: { prototype: 1 } }, /There is no parameter constructor here/],
      ['list_answers', { mentioned: 'true' }, /- mentioned: /],
      ['update_recommendation', { recommendationId: 'rec_x', status: 'gone' }, /- recommendationId: [\s\S]*- status: /],
    ]
    const before = await used()
    for (const [name, given, says] of wrong) {
      const refused = await mcp.call(name, given)
      assert.equal(refused.isError, true, `${name} ${JSON.stringify(given).slice(0, 80)}`)
      assert.match(textOf(refused), /^invalid_arguments: /)
      assert.match(textOf(refused), says)
      assert.ok(textOf(refused).length < 1_000)
    }
    assert.equal(await used(), before)
    // The protocol's own reader drops this name; were it taken, the brand asked for would be “polluted”.
    const proto = JSON.parse('{"__proto__": {"brandId": "polluted"}}') as Record<string, unknown>
    assert.match(textOf(await mcp.call('get_brand', proto)), /^no_brand: /)
    assert.ok(!(await mcp.call('list_brands', { limit: 200 })).isError)
    await mcp.close()
  })

  test('what the API says of its addresses is said of tools, and where ids come from', async () => {
    const { id } = await tenant.client.createBrand({ body: { name: 'Addressed' } })
    const mcp = await open(tenant.key)
    const unknown = await mcp.call('list_citations', { brandId: id, platform: 'bard' })
    assert.match(textOf(unknown), /^invalid_parameter: There is no platform bard; see list_platforms\./)
    const gone = await mcp.call('get_run', { runId: 'run_01kabcdefghjkmnpqrstvwxyz0' })
    assert.match(textOf(gone), /^resource_not_found: [\s\S]*\nLook ids up with the list_ tools/)
    await mcp.close()
  })

  test('M7 what a library, a proxy or the database says of a failure never reaches the model', async () => {
    const api = await brokenApi()
    const mcp = await open(tenant.key, api.baseUrl)
    api.next = (response) =>
      void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>nginx at 10.0.0.7: SECRET</h1>')
    const refused = textOf(await mcp.call('list_platforms'))
    assert.match(refused, /^unreadable_answer: The address http:\/\/127\.0\.0\.1:\d+\/api\/v1 answered 502/)
    assert.doesNotMatch(refused + mcp.stderr(), /nginx|SECRET|10\.0\.0\.7|ECONN|undici|fetch failed|at /)
    await mcp.close()
    await api.close()
  })

  test('M8 while it is not known whose key it is nothing is changed, though the API would; reads go through', async () => {
    const api = await brokenApi()
    const asked: string[] = []
    api.next = (response, path) => {
      asked.push(path)
      const isWho = path.endsWith('/me')
      response.writeHead(isWho ? 503 : 200, { 'content-type': 'application/json' }).end('{"data":[]}')
    }
    const mcp = await open(tenant.key, api.baseUrl)
    for (const { name, annotations } of tools) {
      if (annotations.readOnlyHint) continue
      const refused = await mcp.call(name, anyArguments(name, 'brd_01kabcdefghjkmnpqrstvwxyz0'))
      assert.match(textOf(refused), /^unreadable_answer: .* answered 503/, name)
    }
    assert.deepEqual([...new Set(asked)], ['/api/v1/me'])
    assert.ok(!(await mcp.call('list_platforms')).isError)
    await mcp.close()
    await api.close()
  })

  test('M9 at the month’s ceiling every tool says when it resets and that nothing is to be retried; two still answer', async () => {
    const poor = await house.tenant({ plan: 'pro' })
    await liftMinuteLimit(house, poor)
    const { id } = await poor.client.createBrand({ body: { name: 'Poor' } })
    const mcp = await open(poor.key)
    await mcp.tools()
    const { period, calls } = await poor.client.getUsage()
    await asOwner(
      house,
      `insert into usage_period (organization_id, period_start, calls) values ($1, $2, $3)
       on conflict (organization_id, period_start) do update set calls = excluded.calls`,
      [poor.organizationId, period.start, calls.limit],
    )
    for (const tool of tools) {
      const result = await mcp.call(tool.name, anyArguments(tool.name, id))
      if (tool.name === 'get_account' || tool.name === 'get_usage') assert.ok(!result.isError, tool.name)
      else {
        assert.equal(result.isError, true, tool.name)
        assert.match(
          textOf(result),
          /^quota_exceeded: [\s\S]*Do not retry before \d{4}-\d\d-\d\dT[\d:]+Z \(in \d+ s\); tell the user\./,
        )
        assert.partialDeepStrictEqual(result._meta?.['dev.sightline/calls'], { limit: 2_500, remaining: 0 })
      }
    }
    assert.equal((await poor.client.getUsage()).calls.used, 2_500, 'one try each, none counted')
    await mcp.close()
  })

  test('M12 it ends at once when its host closes the pipe or is killed, also while a call is under way that nobody answers', async () => {
    const api = await brokenApi()
    api.next = () => {}
    const mcp = await open(tenant.key, api.baseUrl)
    void mcp.call('list_platforms').catch(() => {})
    await sleep(300)
    assert.equal(await mcp.close(), 0)
    const pid = await childOfKilledHost()
    await eventually(() => !isAlive(pid))
    await api.close()
  })

  test('answers come as they are ready, each to its own question; a cancelled call is answered by nothing', async () => {
    const api = await brokenApi()
    const held: ServerResponse[] = []
    // Who calls is answered at once, if badly: otherwise each call would wait for that first.
    api.next = (response, path) => (path.endsWith('/me') ? api.answers[0]?.(response) : void held.push(response))
    const mcp = await open(tenant.key, api.baseUrl)
    const slow = mcp.call('list_platforms')
    const fast = await mcp.call('get_brand', { wrong: true })
    assert.equal(fast.isError, true, 'not held up by the slow one')
    await eventually(() => held.length > 0)
    for (const response of held) response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
    assert.deepEqual((await slow).structuredContent, { data: [] })

    held.length = 0
    const lines = mcp.lines.length
    void mcp.call('list_webhooks').catch(() => {})
    await eventually(() => held.length > 0)
    const gone = once(held[0]!, 'close')
    mcp.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: lines + 1 } })
    await gone
    await sleep(200)
    assert.equal(mcp.lines.length, lines)
    await mcp.close()
    await api.close()
  })
})

/** Good arguments of each tool, so that it gets as far as asking the API. */
function anyArguments(name: string, brandId: string): Record<string, unknown> {
  const id = (prefix: string): string => `${prefix}_01kabcdefghjkmnpqrstvwxyz0`
  const given: Record<string, Record<string, unknown>> = {
    get_answer: { answerId: id('ans') },
    get_run: { runId: id('run') },
    create_brand: { name: 'Another' },
    add_competitor: { name: 'Another' },
    remove_competitor: { competitorId: id('cmp') },
    create_prompts: { prompts: ['another'] },
    update_prompt: { promptId: id('prm') },
    archive_prompts: { promptIds: [id('prm')] },
    update_recommendation: { recommendationId: id('rec'), status: 'accepted' },
    create_webhook: { url: 'https://example.com', events: ['score.changed'] },
    update_webhook: { webhookId: id('whk') },
    delete_webhook: { webhookId: id('whk') },
  }
  const takesBrand = 'brandId' in (tools.find((tool) => tool.name === name)?.parameters.shape ?? {})
  return { ...(takesBrand && { brandId }), ...given[name] }
}

/** A host that starts the server and dies without a word. @returns the process that it left */
async function childOfKilledHost(): Promise<number> {
  const script = `
    const { spawn } = require('node:child_process')
    const main = ${JSON.stringify(new URL('../../packages/mcp/src/main.ts', import.meta.url).pathname)}
    const child = spawn(process.execPath, ['--conditions=@sightline/source', main], { stdio: ['pipe', 'pipe', 'ignore'] })
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"h","version":"1"}}}\\n')
    child.stdout.once('data', () => console.log(child.pid))
    setInterval(() => {}, 1000)`
  const host = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(host.stdout, 'data')) as [Buffer]
  host.kill('SIGKILL')
  await once(host, 'close')
  return Number(said.toString())
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
