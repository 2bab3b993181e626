import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Answer, Client, Dataset } from '@sightline/sdk'
import { createMetrics } from '../packages/server/src/base/telemetry/metrics.ts'
import { openTestApp, runEnd, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { everyPage } from './support/pages.ts'
import { allAnswers, differencesOf, quiet } from './support/pipeline.ts'

const generous = { timeout: 120_000 }
/** A text that says `never ends <task>.` does what it says in the thread that does that task. */
const entry = new URL('../packages/server/src/threads/stalling-thread.test-support.ts', import.meta.url)
const GOOD = '1. **Fernhold** is the best tool.'

type Row = Awaited<ReturnType<Client['exportRows']>>['data'][number]
type Packed = { text: Buffer; findings: Buffer }
/** Those whose rows come from answers. */
const FOLLOWED: Dataset[] = ['mentions', 'citations', 'scores', 'platform-results', 'share-of-voice']

describe('who is told of answers that cannot be read', generous, () => {
  const metrics = createMetrics()
  let house: TestApp
  let tenant: Tenant
  let client: Client
  let id: string

  before(async () => {
    house = await openTestApp({
      works: true,
      textThreads: { entry, limits: { textMs: 300 } },
      telemetry: {
        ...metrics,
        span: (_span, work) => work(),
        openSpan: () => ({ run: (work) => work(), end: () => {} }),
      },
    })
    tenant = await house.tenant()
    ;({ client } = tenant)
    await liftMinuteLimit(house, tenant)
    ;({ id } = await client.createBrand({ body: { name: 'Fernhold', domains: ['fernhold.example'] } }))
  })
  after(() => house.close())

  async function imported(texts: string[], citations: { url: string }[] = []): Promise<Answer[]> {
    const body = {
      answers: texts.map((text) => ({ prompt: 'best project tool', platform: 'chatgpt', text, citations })),
    }
    const { runId } = await client.importAnswers({ params: { id }, body })
    await runEnd(client, runId!)
    return allAnswers(client, id, { runId: runId! })
  }

  test('whoever follows the exports learns that the rows of an answer went when it cannot be read any more, and that they came back', async () => {
    const walk = (dataset: Dataset, updatedSince?: string): Promise<Row[]> =>
      everyPage((cursor) => client.exportRows({ params: { dataset }, query: { updatedSince, cursor } }))
    const copies = new Map(FOLLOWED.map((dataset) => [dataset, new Map<string, Row>()]))
    const bookmarks = new Map<Dataset, string>()
    /** Upserts what changed, drops what is deleted, and holds the copy against one made from the start. */
    const follow = async (): Promise<number[]> => {
      await quiet(house)
      for (const [dataset, copy] of copies) {
        const changed = await walk(dataset, bookmarks.get(dataset))
        for (const row of changed)
          if (row.deletedAt === null) copy.set(row.id, row)
          else copy.delete(row.id)
        bookmarks.set(dataset, changed.at(-1)?.updatedAt ?? '')
        const whole = (await walk(dataset)).filter(({ deletedAt }) => deletedAt === null)
        assert.deepEqual(copy, new Map(whole.map((row) => [row.id, row])), dataset)
      }
      return FOLLOWED.map((dataset) => copies.get(dataset)!.size)
    }
    const citations = ['https://fernhold.example/a', 'https://other.example/b'].map((url) => ({ url }))
    const importOne = async (text: string): Promise<string> => (await imported([text], citations))[0]!.id
    const stalling = await importOne('never ends extract.')
    const read = [await importOne(GOOD), await importOne('Nobody is named.')]
    // What was found is packed with the text.
    const packedOf = async (answerId: string): Promise<Packed> =>
      (await asOwner(house, 'select text, findings from answer where id = $1', [answerId]))[0] as Packed
    const good = await Promise.all(read.map(packedOf))
    const readAgainAs = async (packed: Packed[], alias: string): Promise<number[]> => {
      for (const [at, { text, findings }] of packed.entries())
        await asOwner(house, 'update answer set text = $2, findings = $3 where id = $1', [read[at], text, findings])
      await client.updateBrand({ params: { id }, body: { aliases: [alias] } })
      return follow()
    }
    const told = await follow()
    assert.deepEqual(told.slice(0, 2), [1, 4])
    const gone = await readAgainAs(Array(2).fill(await packedOf(stalling)), 'Fernholt')
    assert.deepEqual(gone.slice(0, 2), [0, 0])
    const dropped = (await walk('citations')).filter(({ deletedAt }) => deletedAt !== null)
    assert.equal(dropped.length, 4)
    for (const row of dropped) {
      assert.equal(row.deletedAt, row.updatedAt)
      assert.ok(read.includes(row.id.split('.')[0]!))
      assert.ok('isCited' in row && !row.isCited && row.times === 0 && row.domain.endsWith('.example'))
    }
    assert.deepEqual(await readAgainAs(good, 'Fernholz'), told)
    assert.deepEqual(await differencesOf(house, tenant, id), [])
  })

  test('each answer that is stored as unreadable counts in the metrics, by its reason', async () => {
    const counted = async (reason: string): Promise<number> => {
      const line = new RegExp(`^sightline_unreadable_answers_total\\{reason="${reason}"\\} (\\d+)$`, 'm')
      return Number(line.exec(await metrics.exposition())?.[1] ?? 0)
    }
    const reasons = ['too_slow', 'failed']
    const before = await Promise.all(reasons.map(counted))
    await imported([GOOD, 'never ends extract.', 'ends its thread extract.', 'never ends extract. Ever.'])
    const after = await Promise.all(reasons.map(counted))
    assert.deepEqual(
      after.map((count, at) => count - before[at]!),
      [2, 1],
    )
  })
})
