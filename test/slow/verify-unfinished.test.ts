import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { runInProcess } from '../support/command-line.ts'
import { TEST_SECRET } from '../support/cluster.ts'
import { seedBrand, openTestApp, startedRun, type Tenant, type TestApp } from '../support/test-app.ts'
import { asOwner, liftMinuteLimit } from '../support/owner.ts'
import { allAnswers, quiet } from '../support/pipeline.ts'

type Told = {
  equal: boolean
  finished: boolean
  answers: number
  differences: { brandId: string; what: string; where: string }[]
  unfinished: { brandId: string; what: string; where: string; answers: number | null }[]
}

const ANSWERS = 130

/** Nobody works here unless a test says so: whatever is asked for waits. */
describe('verify while work waits', { timeout: 240_000 }, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let folder: string
  let ids: string[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-verify-'))
    house = await openTestApp({ lab: { seed: 52 }, works: false })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 4))
  })
  after(async () => {
    await house.close()
    await rm(folder, { recursive: true })
  })

  const tamper = (statement: string, values: unknown[] = []) => asOwner(house, statement, [brandId, ...values])
  const verify = (...more: string[]) =>
    runInProcess(['verify', ...more], {
      DATABASE_URL: house.database.ownerUrl,
      SIGHTLINE_SECRET: TEST_SECRET,
      SIGHTLINE_DATA_DIR: folder,
    })
  /** What the command says as JSON, and its exit code, which the sentence for people must come with too. */
  async function told(): Promise<Told & { code: number | null; says: string }> {
    const [json, human] = [await verify('--json'), await verify()]
    assert.equal(json.code, human.code)
    assert.equal(json.err + human.err, '')
    return { ...(JSON.parse(json.out) as Told), code: json.code, says: human.out }
  }
  async function work(): Promise<void> {
    const worker = await house.app.startWork({ isService: true })
    await quiet(house)
    await worker.stop()
  }
  const waits = ({ unfinished }: Told) => unfinished.map(({ what, where, answers }) => [what, where, answers])
  const finished = async () => {
    await work()
    const { code, says, unfinished, differences, equal, finished: isFinished } = await told()
    assert.deepEqual(
      { code, unfinished, differences, equal, isFinished },
      { code: 0, unfinished: [], differences: [], equal: true, isFinished: true },
    )
    assert.match(says, /^equal \(\d+ answers recomputed\)\n$/)
  }

  test('stored answers that nobody looked through yet are unfinished, and no difference', async () => {
    const answers = Array.from({ length: ANSWERS }, (_, index) => ({
      prompt: `best tool ${index % 3}`,
      platform: 'chatgpt',
      text: `Take Fernhold, number ${index}.`,
    }))
    const { runId } = await tenant.client.importAnswers({ params: { id: brandId }, body: { answers } })
    const found = await told()
    assert.deepEqual([found.code, found.equal, found.finished, found.differences], [3, true, false, []])
    assert.deepEqual(waits(found), [
      ['run', runId, 0],
      ['extraction', runId, ANSWERS],
    ])
    assert.match(
      found.says,
      new RegExp(`^${brandId}: not finished: ${ANSWERS} answers of run ${runId} are not read yet$`, 'm'),
    )
    assert.match(found.says, /^equal as far as finished \(0 answers recomputed\); verify again when nothing waits\n$/m)
    await finished()
    ids = (await allAnswers(tenant.client, brandId)).map(({ id }) => id).toSorted()
  })

  test('a run that has not ended is unfinished; what was there before is compared', async () => {
    const { id } = await startedRun(tenant.client, brandId, { platforms: ['chatgpt'] })
    const found = await told()
    assert.deepEqual([found.code, found.answers, waits(found)], [3, ANSWERS, [['run', id, 0]]])
    await tamper(`update observation set entities = '[]' where brand_id = $1 and answer_id = $2`, [ids[0]])
    const broken = await told()
    assert.deepEqual([broken.code, broken.equal, broken.finished], [1, false, false])
    assert.deepEqual(broken.differences[0], { brandId, what: 'observation', where: ids[0] })
    assert.match(broken.says, new RegExp(`^${brandId}: observation differs at ${ids[0]}$`, 'm'))
    await tenant.client.updateBrand({ params: { id: brandId }, body: { aliases: ['Once more'] } })
    await finished()
  })

  test('answers that are to be read again after a change of names are unfinished, and so is what is made from them', async () => {
    await tenant.client.updateBrand({ params: { id: brandId }, body: { name: 'Number' } })
    const found = await told()
    assert.deepEqual([found.code, found.equal, found.differences], [3, true, []])
    const [names] = found.unfinished
    assert.deepEqual([names!.what, names!.where], ['names', brandId])
    assert.ok(names!.answers! >= ANSWERS)
    assert.equal(found.answers, 0)
    assert.match(found.says, /answers are to be read again, because names changed$/m)
  })

  test('half-way through, what was read again already is compared, counts and sources included', async () => {
    await work()
    const middle = ids[Math.floor(ids.length / 2)]!
    await tenant.client.updateBrand({ params: { id: brandId }, body: { name: 'Number', aliases: ['Again'] } })
    await asOwner(house, `update job set payload = jsonb_set(payload, '{after}', to_jsonb($1::text)) where key = $2`, [
      middle,
      `re-extract:${brandId}`,
    ])
    const before = await told()
    assert.deepEqual([before.code, before.differences], [3, []])
    assert.ok(before.answers > 0)
    const first = ids[0]!
    await tamper(`update observation set entities = '[7]' where brand_id = $1 and answer_id = $2`, [first])
    await tamper(
      `update rollup set ok = ok + 1 where ctid = (select ctid from rollup where brand_id = $1 and ok > 0 limit 1)`,
    )
    const found = await told()
    assert.equal(found.code, 1)
    const where = (what: string) => found.differences.filter((one) => one.what === what).map((one) => one.where)
    assert.deepEqual(where('observation'), [first])
    assert.ok(where('rollup').length > 0)
    assert.deepEqual(where('score'), [], 'is computed anew when the reading ends')
    // All of it is read again: nothing of what was changed is left.
    await tenant.client.updateBrand({ params: { id: brandId }, body: { aliases: ['And again'] } })
    await finished()
  })

  test('answers of an older detector are unfinished until the service has read them again', async () => {
    await tamper(
      `update observation set extraction_version = extraction_version - 1 where brand_id = $1 and answer_id = any($2)`,
      [ids.slice(0, 7)],
    )
    const found = await told()
    assert.deepEqual([found.code, waits(found)], [3, [['version', brandId, 7]]])
    assert.match(found.says, /7 answers were read by an older version/)
    assert.equal(await house.app.renewAnswers([tenant.organizationId]), 1)
    assert.deepEqual(waits(await told()), [['version', brandId, 7]])
    await finished()
  })

  test('a score that is to be computed anew is unfinished', async () => {
    const [prompt] = (await tenant.client.listPrompts({ params: { id: brandId }, query: { limit: 1 } })).data
    await tenant.client.updatePrompt({ params: { id: brandId, pid: prompt!.id }, body: { status: 'archived' } })
    await tamper(
      `update current_score set score = jsonb_set(score::jsonb, '{composite}', '100')::text where brand_id = $1`,
    )
    const found = await told()
    assert.deepEqual([found.code, waits(found)], [3, [['score', brandId, null]]])
    await finished()
  })

  test('work that nobody will ever do is no excuse: what it leaves is a difference', async () => {
    await tenant.client.updateBrand({ params: { id: brandId }, body: { name: 'Fernhold', aliases: [] } })
    await asOwner(house, 'update job set poisoned_at = now() where key = $1', [`re-extract:${brandId}`])
    const found = await told()
    assert.deepEqual([found.code, found.unfinished], [1, []])
    assert.ok(found.differences.length >= ANSWERS)
  })

  test('every difference is told, however many there are, and each once', async () => {
    await asOwner(house, 'delete from job where key = $1', [`re-extract:${brandId}`])
    await tenant.client.updateBrand({ params: { id: brandId }, body: { aliases: ['Last'] } })
    await finished()
    await tamper(`update observation set entities = '[7]' where brand_id = $1 and answer_id = any($2)`, [ids])
    const found = await told()
    assert.equal(found.code, 1)
    const observations = found.differences.filter(({ what }) => what === 'observation').map(({ where }) => where)
    assert.deepEqual(observations.toSorted(), ids)
    assert.equal(found.says.match(/: observation differs at /g)?.length, ids.length)
    assert.match(found.says, new RegExp(`^${found.differences.length} differences in \\d+ answers$`, 'm'))
    await tamper(`delete from observation where brand_id = $1 and answer_id = any($2)`, [ids])
    const gone = (await told()).differences.filter(({ what }) => what === 'observation').map(({ where }) => where)
    assert.deepEqual(gone, ids)
  })

  test('what is wrongly asked ends with 2', async () => {
    assert.equal((await verify('--deeply')).code, 2)
  })
})
