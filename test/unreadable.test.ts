import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, describe, test } from 'node:test'
import { sessionOperations, type Answer, type Client } from '@sightline/sdk'
import { createPlatforms } from '../packages/server/src/platforms/catalogue.ts'
import { openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { startModelServer, verdicts, type ModelServer } from './support/model-server.ts'
import { market, OWN_KEY } from './support/own-model.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { allAnswers, differencesOf, quiet, refusalOf, verified as verifiedBrand } from './support/pipeline.ts'
import { jobsIn } from './support/queue.ts'

const generous = { timeout: 120_000 }
/** A text that says `never ends <task>.` does what it says in the thread that does that task. */
const entry = new URL('../packages/server/src/threads/stalling-thread.test-support.ts', import.meta.url)
const STALL_MS = 300

const answered = (text: string, prompt = 'best project tool') => ({ prompt, platform: 'chatgpt', text })
const GOOD = '1. **Fernhold** is the best tool.\n2. **Quorvane** is another.'

describe('texts that take too long to read', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let client: Client
  let brandId: string
  let openai: Server
  let model: ModelServer
  let reply = ''

  before(async () => {
    openai = createServer((request, response) => {
      request.resume()
      request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(completion(reply)))
    })
    await new Promise<void>((resolve) => void openai.listen(0, '127.0.0.1', resolve))
    model = await startModelServer()
    // Listening on a port gives an address with a port, never a pipe's name.
    const baseUrl = `http://127.0.0.1:${(openai.address() as AddressInfo).port}`
    house = await openTestApp({
      platforms: [...createPlatforms({ openai: { apiKey: 'test', baseUrl } }).values()],
      modelAddress: model.url,
      textThreads: { entry, limits: { textMs: STALL_MS } },
    })
    tenant = await house.tenant()
    ;({ client } = tenant)
    await liftMinuteLimit(house, tenant)
    ;({ id: brandId } = await client.createBrand({ body: { name: 'Fernhold', domains: ['fernhold.example'] } }))
    await client.addCompetitor({ params: { id: brandId }, body: { name: 'Quorvane' } })
  })
  after(async () => {
    await house.close()
    await model.close()
    openai.close()
  })

  const params = () => ({ id: brandId })
  async function imported(texts: string[], of = client, into = brandId): Promise<Answer[]> {
    const body = { answers: texts.map((text) => answered(text)) }
    const { runId } = await of.importAnswers({ params: { id: into }, body })
    await runEnd(of, runId!)
    return allAnswers(of, into, { runId: runId! })
  }
  async function verified() {
    const { unfinished, ...found } = await verifiedBrand(house.app, tenant.organizationId, brandId)
    assert.deepEqual(unfinished, [])
    return found
  }

  test('by the door of REST: the answer is stored as unreadable with its reason, counted apart and in no rate', async () => {
    const before = await client
      .getPlatformResult({ params: { ...params(), slug: 'chatgpt' }, query: {} })
      .catch(() => null)
    assert.equal(before, null)
    const answers = await imported([GOOD, `${GOOD} never ends extract.`, GOOD, 'Nobody is named.'])
    const unread = answers.filter(({ outcome }) => outcome === 'unreadable')
    assert.equal(unread.length, 1)
    const { runId, id } = unread[0]!
    const found = await client.getAnswer({ params: { id } })
    assert.deepEqual(found.unreadable, { reason: 'too_slow', says: 'Reading it took longer than 2 s.' })
    assert.equal(found.text, `${GOOD} never ends extract.`)
    assert.deepEqual([found.mentions, found.places, found.citations], [[], [], []])
    assert.deepEqual(
      answers.filter(({ outcome }) => outcome === 'ok').map(({ unreadable }) => unreadable),
      [null, null, null],
    )
    const run = await client.getRun({ params: { id: runId } })
    assert.deepEqual([run.stored, run.failed, run.unreadable, run.platforms[0]?.unreadable], [4, 0, 1, 1])
    await quiet(house)
    const score = await client.getBrandScore({ params: params() })
    assert.deepEqual([score.sample.answers, score.sample.unreadable], [3, 1])
    const results = await client.listPlatformResults({ params: params(), query: {} })
    const [chatgpt] = results.data
    assert.deepEqual(chatgpt?.outcomes, { ok: 3, notTriggered: 0, refused: 0, empty: 0, failed: 0, unreadable: 1 })
    assert.equal(chatgpt?.mentionRate, 2 / 3)
    assert.deepEqual([chatgpt?.shown, chatgpt?.asked], [4, 4])
    const listed = await client.listAnswers({ params: params(), query: { outcome: 'unreadable' } })
    assert.deepEqual(
      listed.data.map((answer) => answer.id),
      [id],
    )
    const unnamed = await client.listAnswers({ params: params(), query: { mentioned: 'false', include: 'text' } })
    assert.deepEqual(
      unnamed.data.map(({ text }) => text),
      ['Nobody is named.'],
    )
    for (const dataset of ['scores', 'platform-results'] as const) {
      const { data } = await client.exportRows({ params: { dataset }, query: { brandId } })
      for (const row of data) assert.ok('unreadable' in row && row.unreadable === 1 && row.answers === 3)
    }
    assert.deepEqual(await verified(), { answers: 4, unreadable: 1, differences: [] })
  })

  test('verify neither trusts a stored answer that it cannot read now, nor calls it a difference', async () => {
    const [answer] = (await client.listAnswers({ params: params(), query: { mentioned: 'true', limit: 1 } })).data
    const stored = await asOwner(house, 'select text from answer where id = $1', [answer!.id])
    const [stalling] = await asOwner(
      house,
      'select answer.text from answer join observation on answer_id = id where unreadable is not null',
    )
    const write = (row: unknown) =>
      asOwner(house, 'update answer set text = $2 where id = $1', [answer!.id, (row as { text: Buffer }).text])
    await write(stalling)
    assert.deepEqual(await verified(), { answers: 4, unreadable: 2, differences: [] })
    await write(stored[0])
    assert.deepEqual(await verified(), { answers: 4, unreadable: 1, differences: [] })
  })

  test('a change of names reads it again, and what was found in an answer before goes when it cannot be read any more', async () => {
    const answer = (await imported([`${GOOD} [a](https://fernhold.example/a)`]))[0]!
    await quiet(house)
    assert.equal(answer.mentions.length, 2)
    const [stalling] = await asOwner(
      house,
      'select answer.text from answer join observation on answer_id = id where unreadable is not null',
    )
    const [own] = await asOwner(house, 'select text from answer where id = $1', [answer.id])
    const write = (row: unknown) =>
      asOwner(house, 'update answer set text = $2 where id = $1', [answer.id, (row as { text: Buffer }).text])
    await write(stalling)
    await client.updateBrand({ params: params(), body: { aliases: ['Fernholt'] } })
    await quiet(house)
    const gone = await client.getAnswer({ params: { id: answer.id } })
    assert.deepEqual([gone.outcome, gone.mentions], ['unreadable', []])
    assert.deepEqual(await verified(), { answers: 5, unreadable: 2, differences: [] })
    const { data } = await client.exportRows({ params: { dataset: 'mentions' }, query: { brandId, limit: 1_000 } })
    const told = data.filter((row) => row.id.startsWith(answer.id))
    assert.equal(told.length, 2)
    for (const row of told) assert.equal(row.deletedAt, row.updatedAt)
    await write(own)
    await client.updateBrand({ params: params(), body: { aliases: [] } })
    await quiet(house)
    assert.equal((await client.getAnswer({ params: { id: answer.id } })).mentions.length, 2)
    assert.deepEqual(await verified(), { answers: 5, unreadable: 1, differences: [] })
  })

  test('while one organization’s text is read, health is told and another organization’s run ends', async () => {
    const other = await house.tenant()
    await liftMinuteLimit(house, other)
    const { id } = await other.client.createBrand({ body: { name: 'Fernhold' } })
    const body = { answers: Array.from({ length: 3 }, () => answered('never ends extract.')) }
    const { runId } = await client.importAnswers({ params: params(), body })
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    let told = 0
    const isReading = async () => (await client.getRun({ params: { id: runId! } })).status !== 'completed'
    const answers = imported([GOOD], other.client, id)
    while (await isReading()) {
      assert.equal((await fetch(`${house.origin}/healthz`)).status, 200)
      told += 1
    }
    delay.disable()
    console.log(`${told} times healthy, event loop delayed by ${Math.round(delay.max / 1e6)} ms at most`)
    assert.ok(told >= 20, `${told} times`)
    assert.deepEqual(
      (await answers).map(({ outcome }) => outcome),
      ['ok'],
    )
    const unread = await allAnswers(client, brandId, { runId: runId! })
    assert.deepEqual(
      unread.map(({ outcome }) => outcome),
      ['unreadable', 'unreadable', 'unreadable'],
    )
  })

  const jobsLeft = async () => (await jobsIn(house.app.database)).filter(({ lastError }) => lastError !== null)

  test('by a platform’s reply: one that cannot be read fails its answer, with the reason and the reply', async () => {
    reply = 'never ends readReply.'
    const { data } = await client.createPrompts({
      params: params(),
      body: { prompts: [{ text: 'which tool is best?' }] },
    })
    const one = { platforms: ['chatgpt'], promptIds: [data[0]!.id] }
    const run = await runEnd(client, (await startedRun(client, brandId, one)).id)
    assert.deepEqual([run.stored, run.failed, run.unreadable], [1, 1, 0])
    assert.deepEqual(run.platforms[0]?.errors, [{ code: 'reading_too_slow', count: 1 }])
    const [answer] = await allAnswers(client, brandId, { runId: run.id })
    assert.deepEqual([answer?.outcome, answer?.errorCode], ['failed', 'reading_too_slow'])
    const kept = await client.getAnswerReply({ params: { id: answer!.id } })
    assert.deepEqual(kept.replies, [completion(reply)])

    reply = `${GOOD} never ends extract.`
    const second = await runEnd(client, (await startedRun(client, brandId, one)).id)
    assert.deepEqual([second.stored, second.failed, second.unreadable], [1, 0, 1])
    assert.deepEqual(await jobsLeft(), [])
  })

  test('by the reply of an organization’s own model: its answer is left to the rules, the next is judged', async () => {
    const own = await market(house)
    const { id } = own.params
    await own.admin.ask(sessionOperations.setModelKey, { body: { provider: 'openai', key: OWN_KEY, judges: true } })
    let asked = 0
    model.answers((question) => {
      asked += 1
      return asked === 1 ? { answer: { verdicts: 'never ends readModelReply.' } } : verdicts(question, 'yes', 'mixed')
    })
    const doubtful = 'Fernhold is fast and reliable but expensive.'
    const answers = await imported([doubtful, doubtful, `${doubtful} never ends doubts.`], own.client, id)
    await quiet(house)
    const judged = await allAnswers(own.client, id, { runId: answers[0]!.runId })
    const withVerdict = judged.filter(
      ({ mentions, passedOver }) => passedOver.length > 0 || mentions.some(({ judgement }) => judgement !== null),
    )
    assert.deepEqual([asked, withVerdict.length], [2, 1])
    model.answers(() => ({
      answer: { prompts: [{ text: 'never ends promptIdeas.', intent: 'category', topic: null }] },
    }))
    const refused = await refusalOf(own.client.suggestPrompts({ params: { id }, body: { source: 'model', limit: 5 } }))
    assert.equal(refused.code, 'service_unavailable')
  })

  test('what is made of many answers is made without those that cannot be read, and says of how many', async () => {
    const own = await house.tenant()
    await liftMinuteLimit(house, own)
    const { id } = await own.client.createBrand({ body: { name: 'Fernhold' } })
    const list = '1. **Zephlane**: a tool.\n2. **Holtgrid**: another.'
    const blame = 'Fernhold is terrible, slow and expensive.'
    await imported(
      [
        list,
        list,
        `${list} never ends discover.`,
        `${list} never ends untracked.`,
        blame,
        `${blame} never ends criticism.`,
      ],
      own.client,
      id,
    )
    await quiet(house)
    const found = await own.client.discoverCompetitors({ params: { id }, query: { minAnswers: 2 } })
    assert.deepEqual([found.answersLookedAt, found.answers], [5, 6])
    assert.deepEqual(
      found.data.map(({ name, answers }) => [name, answers]),
      [
        ['Holtgrid', 3],
        ['Zephlane', 3],
      ],
    )
    const voice = await own.client.getShareOfVoice({ params: { id }, query: {} })
    assert.ok(voice.entries.length > 0)
    assert.deepEqual(await differencesOf(house, own, id), [])
  })

  test('a prompt that takes too long to read is refused with what to do', async () => {
    const refused = await refusalOf(
      client.createPrompts({ params: params(), body: { prompts: [{ text: 'this never ends names.' }] } }),
    )
    assert.equal(refused.code, 'validation_failed')
    assert.match(refused.message, /takes too long to read\. Shorten it/)
  })
})

/** As OpenAI's Responses give a text without sources. */
const completion = (text: string): string =>
  JSON.stringify({
    object: 'response',
    status: 'completed',
    model: 'gpt-5.2',
    output: [
      {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [] }],
      },
    ],
    usage: { input_tokens: 1, output_tokens: 1 },
  })
