import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createMarket, startLab, type Lab } from '@sightline/lab'
import { createClient, type Client } from '@sightline/sdk'
import { Client as PgClient } from 'pg'
import { keepCalling } from './support/api-processes.ts'
import { query } from './support/cluster-processes.ts'
import { runInProcess, start, type Environment, type Running } from './support/command-line.ts'
import { freshDatabase, TEST_SECRET, type TestDatabase } from './support/database.ts'
import { seedBrand, openApp, runEnd, startedRun } from './support/product.ts'
import { openTraceReceiver } from './support/trace-receiver.ts'
import { eventually } from './support/eventually.ts'

const SERVER = new URL('../packages/server/src/', import.meta.url).href
const ADDRESS = /Address +(http:\/\/\S+)\/api\/v1/
const OPERATIONS = /Operations +(http:\/\/\S+)\/metrics/
const OPENAI_KEY = 'sk-of-the-test-0123456789'
const TRACE_KEY = 'key-of-the-collector'

describe('two processes of each role on one PostgreSQL', { timeout: 240_000 }, () => {
  let folder: string
  let database: TestDatabase
  let lab: Lab
  let collector: Awaited<ReturnType<typeof openTraceReceiver>>
  let apis: Running[]
  let workers: Running[]
  let addresses: string[]
  let operations: string[]
  let key: string
  let client: Client
  let brandId: string
  let environment: Environment

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-roles-'))
    database = await freshDatabase()
    lab = await startLab({ market: createMarket({ seed: 3 }), delayMs: 60 })
    collector = await openTraceReceiver()
    const maker = await openApp({ ...database, drop: async () => {} }, { platforms: [] })
    ;({ key } = await maker.tenant())
    await maker.close()
    environment = {
      DATABASE_URL: database.ownerUrl,
      SIGHTLINE_SECRET: TEST_SECRET,
      SIGHTLINE_LOG: 'info',
      OPENAI_API_KEY: OPENAI_KEY,
      OPENAI_BASE_URL: lab.baseUrls.openai,
      MISTRAL_API_KEY: 'of-the-test-mistral',
      MISTRAL_BASE_URL: lab.baseUrls.mistral,
    }
    const operated = {
      SIGHTLINE_METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${TRACE_KEY}`,
    }
    const open = (name: string, role: string, more: Environment): Running =>
      start(['start', '--role', role, '--port', '0', '--data-dir', join(folder, name)], { ...environment, ...more })
    apis = [open('api1', 'api', operated), open('api2', 'api', { SIGHTLINE_DRAIN_SECONDS: '1' })]
    workers = [open('worker1', 'worker', operated), open('worker2', 'worker', operated)]
    addresses = await Promise.all(apis.map(async (api) => (await api.says(ADDRESS))[1]!))
    operations = await Promise.all([apis[0]!, ...workers].map(async (one) => (await one.says(OPERATIONS))[1]!))
    client = createClient({ baseUrl: `${addresses[0]}/api/v1`, apiKey: key })
  })
  after(async () => {
    // The launcher's own end would leave the service it started.
    for (const { child } of [...apis, ...workers]) if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL')
    collector.close()
    await lab.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const metricsOf = async (address: string): Promise<string> => (await fetch(`${address}/metrics`)).text()

  test('what one API is asked, both workers do, and the other API tells', async () => {
    ;({ brandId } = await seedBrand(client, lab, 6))
    const { id } = await startedRun(client, brandId, { platforms: ['chatgpt', 'mistral'], repeats: 4 })
    const other = createClient({ baseUrl: `${addresses[1]}/api/v1`, apiKey: key })
    const run = await runEnd(other, id)
    assert.equal(run.stored, 6 * 2 * 4)
    assert.equal((await other.getBrandScore({ params: { id: brandId } })).sample.answers, run.stored)
    for (const address of operations.slice(1)) {
      const collected = valuesOf(await metricsOf(address), 'sightline_jobs_total').filter(({ labels }) =>
        labels.includes('kind="collect"'),
      )
      assert.ok(
        collected.some(({ value }) => value > 0),
        'a worker did nothing',
      )
    }
  })

  test('a process that serves no API tells its health on the operations port', async () => {
    for (const address of operations) {
      assert.deepEqual(await (await fetch(`${address}/healthz`)).json(), { status: 'ok', version: '0.1.0' })
      const ready = await fetch(`${address}/readyz`)
      assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready' }])
      assert.equal((await fetch(`${address}/else`)).status, 404)
      assert.equal((await fetch(`${address}/metrics`, { method: 'POST' })).status, 405)
    }
  })

  test('the operations port and traces are off by default, and then their libraries are not even loaded', async () => {
    assert.doesNotMatch(apis[1]!.out(), /Operations/)
    const source = `
      import { createRequire } from 'node:module'
      const { cache } = createRequire(import.meta.url)
      const loaded = () => Object.keys(cache).some((path) => /prom-client|opentelemetry/.test(path))
      await import('${SERVER}commands/start.ts')
      const { openTelemetry } = await import('${SERVER}base/telemetry/open-telemetry.ts')
      const off = { port: undefined, host: '', traces: undefined }
      const facts = { version: '', role: '' }
      const told = [await openTelemetry(off, facts), loaded()]
      await (await openTelemetry({ ...off, port: 0 }, facts)).close()
      process.stdout.write(JSON.stringify([...told, loaded()]))`
    const flags = ['--conditions=@sightline/source', '--input-type=module', '--eval', source]
    const { stdout } = await promisify(execFile)(process.execPath, flags)
    assert.deepEqual(JSON.parse(stdout), [null, false, true])
  })

  test('each metric stands in docs/operating.md, each documented one is exposed, and none tells of a tenant', async () => {
    await fetch(`${addresses[0]}/api/v1/brands`)
    await fetch(`${addresses[0]}/api/v1/nowhere/${brandId}`)
    const page = await readFile(new URL('../docs/operating.md', import.meta.url), 'utf8')
    const documented = [...page.matchAll(/^\| `(sightline_\w+)` \|/gm)].map(([, name]) => name!)
    const exposed = await Promise.all(operations.map(metricsOf))
    const names = new Set(
      exposed
        .join('')
        .matchAll(/^# HELP (\S+)/gm)
        .map(([, name]) => name!),
    )
    assert.deepEqual(documented.toSorted(), [...names].filter((name) => name.startsWith('sightline_')).toSorted())
    for (const name of names) assert.match(name, /^(sightline|process|nodejs)_/)
    const { organization } = await client.getMe()
    for (const text of exposed)
      for (const hidden of [organization.id, organization.name, brandId, key, 'Fernhold', OPENAI_KEY])
        assert.ok(!text.includes(hidden), hidden)
  })

  test('counts what was done: answers of the API, answers of platforms, jobs, decisions', async () => {
    const [api = '', ...works] = await Promise.all(operations.map(metricsOf))
    const sum = (text: string, name: string, label: RegExp): number =>
      valuesOf(text, name)
        .filter(({ labels }) => label.test(labels))
        .reduce((total, { value }) => total + value, 0)
    assert.equal(sum(api, 'sightline_http_requests_total', /operation="startRun".*status="202"/), 1)
    assert.equal(sum(api, 'sightline_http_requests_total', /operation="none".*status="404"/), 1)
    assert.equal(sum(api, 'sightline_http_request_duration_seconds_count', /operation="startRun"/), 1)
    assert.ok(sum(api, 'sightline_quota_decisions_total', /decision="counted"/) >= 3)
    const stored = works.map((text) => sum(text, 'sightline_collected_answers_total', /outcome=/))
    assert.equal(
      stored.reduce((total, value) => total + value, 0),
      6 * 2 * 4,
    )
    assert.ok(sum(api, 'sightline_database_pool_connections', /state="idle"/) > 0)
    assert.equal(sum(api, 'sightline_ready', /^$/), 1)
    assert.ok(sum(api, 'nodejs_eventloop_lag_p99_seconds', /^$/) > 0)
  })

  test('one request and its parts are one trace, and a job with its call of a platform another', async () => {
    await eventually(() => collector.spans.some(({ name }) => name === 'job score'))
    const served = await untilFound(() => collector.spans.find(({ name }) => name === 'POST startRun'))
    assert.equal(served.attributes['http.response.status_code'], 202)
    assert.match(String(served.attributes['sightline.request.id']), /^req_/)
    const parts = collector.spans.filter(({ parentSpanId }) => parentSpanId === served.spanId)
    assert.ok(parts.some(({ name, traceId }) => name === 'database transaction' && traceId === served.traceId))
    const asked = collector.spans.find(({ name }) => name === 'POST platform')!
    assert.equal(collector.spans.find(({ spanId }) => spanId === asked.parentSpanId)!.name, 'job collect')
    assert.deepEqual(
      new Set(collector.spans.map(({ resource }) => resource['sightline.role'])),
      new Set(['api', 'worker']),
    )
    assert.ok(
      collector.requests.every(({ url, headers }) => url === '/v1/traces' && headers['x-collector-key'] === TRACE_KEY),
    )
    const told = JSON.stringify(collector.spans)
    for (const hidden of [key, OPENAI_KEY, TEST_SECRET]) assert.ok(!told.includes(hidden))
  })

  test('R3 SIGTERM: a request under way is answered, and the process ends with 0', async () => {
    const agent = new Agent({ keepAlive: true })
    const release = await holdBrands(database.ownerUrl)
    const answered = post(`${addresses[0]}/api/v1/brands`, key, { name: 'Late' }, agent)
    await untilWaiting(database.ownerUrl)
    const stopped = apis[0]!.stop()
    await untilFound(async () => (await fetch(`${operations[0]}/readyz`)).status === 503 || undefined)
    await release()
    assert.deepEqual(await answered, { status: 201, connection: 'close' })
    assert.equal((await stopped).code, 0)
    agent.destroy()
  })

  test('R3 SIGTERM: callers who leave when /readyz says so see no error, whatever connections they keep', async () => {
    const calling = keepCalling([addresses[1]!], { path: '/api/v1/me', key, connections: 4, pauseMs: 20 })
    await untilFound(() => calling.seen.length > 20 || undefined)
    const stopped = apis[1]!.stop()
    await untilFound(async () => (await fetch(`${addresses[1]}/readyz`)).status === 503 || undefined)
    const before = calling.seen.length
    await untilFound(() => calling.seen.length > before + 8 || undefined)
    const seen = await calling.stop()
    assert.equal((await stopped).code, 0)
    assert.deepEqual([...new Set(seen.map(({ status }) => status))], [200])
  })

  test('R3 SIGTERM of a worker hands its jobs back: the other one ends the run', async () => {
    const last = start(['start', '--role', 'api', '--port', '0', '--data-dir', join(folder, 'api3')], environment)
    apis.push(last)
    const baseUrl = `${(await last.says(ADDRESS))[1]}/api/v1`
    const asking = createClient({ baseUrl, apiKey: key })
    const before = lab.requests.length
    const { id } = await startedRun(asking, brandId, { platforms: ['chatgpt', 'mistral'], repeats: 4 })
    await untilFound(() => lab.requests.length > before + 8 || undefined)
    assert.equal((await workers[0]!.stop()).code, 0)
    const run = await runEnd(asking, id)
    assert.deepEqual({ stored: run.stored, failed: run.failed }, { stored: 48, failed: 0 })
    assert.equal((await workers[1]!.stop()).code, 0)
    assert.equal((await last.stop()).code, 0)
  })

  test('no log of any of them holds a key, a secret or a password; each answer is told with its request id', async () => {
    const [api = '', ...others] = [...apis, ...workers].map((one) => one.err())
    const { password } = new URL(database.ownerUrl)
    for (const text of [api, ...others])
      for (const hidden of [key, OPENAI_KEY, 'of-the-test-mistral', TEST_SECRET, password, TRACE_KEY])
        assert.ok(!text.includes(hidden), hidden)
    const lines = api
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { event: string; requestId?: string; operation?: string })
    const started = lines.find(({ operation }) => operation === 'startRun')
    assert.match(started?.requestId ?? '', /^req_/)
    assert.deepEqual([lines[0]!.event, lines.at(-1)!.event], ['started', 'stopped'])
  })
})

test('a wrong setting of the operations port is told with what it must be', async () => {
  const wrong = await runInProcess(['start'], { SIGHTLINE_METRICS_PORT: 'x', OTEL_TRACES_SAMPLER_ARG: '2' })
  assert.equal(wrong.code, 2)
  assert.match(wrong.err, /SIGHTLINE_METRICS_PORT: must be a whole number from 0 to 65535/)
  assert.match(wrong.err, /OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1/)
})

/** Holds every writer of brands until it is released. */
async function holdBrands(ownerUrl: string): Promise<() => Promise<void>> {
  const holder = new PgClient({ connectionString: ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table brand in share row exclusive mode')
  return async () => {
    await holder.query('commit')
    await holder.end()
  }
}

const untilWaiting = (ownerUrl: string): Promise<unknown> =>
  untilFound(async () => {
    const [row] = await query(ownerUrl, `select from pg_locks where not granted and relation = 'brand'::regclass`)
    return row
  })

async function untilFound<Value>(look: () => Value | undefined | Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await sleep(20)
  }
}

type Answered = { status: number | undefined; connection: string | undefined }

function post(url: string, key: string, body: object, agent: Agent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const sent = request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

/** A metric's lines: labels as they stand, and the value. */
function valuesOf(text: string, name: string): { labels: string; value: number }[] {
  return text
    .split('\n')
    .map((line) => /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line))
    .filter((match) => match?.[1] === name)
    .map((match) => ({ labels: match![2] ?? '', value: Number(match![3]) }))
}
