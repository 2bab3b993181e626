import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { furnish, openTestHouse, runEnd, startedRun, type Tenant, type TestHouse } from './support/house.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { allAnswers, differencesOf, quiet } from './support/pipeline.ts'

const generous = { timeout: 120_000 }
const WORKER = fileURLToPath(new URL('./support/pipeline-worker.ts', import.meta.url))
const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
const measured = { platforms: ['chatgpt'], repeats: 2 }

/** Where in a run its worker is killed: while it waits for this lock, which lets everything before it pass. */
const stages = [
  { stage: 'claimed, before the call', lock: 'slot in access exclusive mode' },
  { stage: 'after the call, before its answer is stored', lock: 'answer in exclusive mode' },
  { stage: 'stored, before it is looked through', lock: 'observation in exclusive mode' },
  { stage: 'looked through, before it is scored', lock: 'current_score in exclusive mode' },
  { stage: 'scored, before its event', lock: 'event in exclusive mode' },
  { stage: 'told, before its delivery', lock: 'delivery in exclusive mode' },
]

describe('a worker that is killed at each stage of a run', generous, () => {
  let house: TestHouse
  let tenant: Tenant
  let brandId: string
  let worker: ChildProcess
  let spare: ChildProcess

  before(async () => {
    house = await openTestHouse({ lab: { seed: 41 }, works: false, outbound: { resolve: async () => [] } })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await furnish(tenant.client, house.lab, 3))
    await tenant.client.createWebhook({ body: { url: 'https://hooks.example.com/in', events: ['score.changed'] } })
    spare = made()
    worker = work()
    await runEnd(tenant.client, (await startedRun(tenant.client, brandId, measured)).id)
    await quiet(house)
    // What was told of the first score is far from what the second will be: that is an event.
    for (const table of ['score_baseline', 'webhook_baseline'])
      await asOwner(house, `update ${table} set composite = case when composite > 50 then 0 else 100 end`)
  })
  after(async () => {
    await Promise.all([worker, spare].map(killed))
    await house.close()
  })

  /** The one that was made beforehand begins, and the next one is made. */
  function work(): ChildProcess {
    const begun = spare
    begun.stdin?.write('begin')
    spare = made()
    return begun
  }
  const made = (): ChildProcess =>
    fork(WORKER, [house.database.url, house.lab!.baseUrls.openai], {
      execArgv: ['--conditions=@sightline/source'],
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
      stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    })
  async function killed(child: ChildProcess): Promise<void> {
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
  }

  async function locked(lock: string): Promise<Client> {
    const owner = new Client({ connectionString: house.database.ownerUrl })
    await owner.connect()
    await owner.query('begin')
    await owner.query(`lock table ${lock}`)
    return owner
  }
  const waitingFor = (table: string): Promise<unknown[]> =>
    asOwner(
      house,
      `select pid from pg_locks where relation in (select inhrelid from pg_inherits where inhparent = $1::regclass
         union select $1::regclass) and not granted`,
      [table],
    )

  test(
    'R1 at each stage: the run ends, every row is there once, and one question at most is asked again per kill',
    generous,
    async () => {
      await killed(worker)
      const asked = house.lab!.requests.length
      const run = await startedRun(tenant.client, brandId, measured)
      let owner = await locked(stages[0]!.lock)
      worker = work()
      for (const [index, { lock, stage }] of stages.entries()) {
        const [table = ''] = lock.split(' ')
        while ((await waitingFor(table)).length === 0) await sleep(20)
        await killed(worker)
        // As a server does that finds out that nobody is there any more.
        for (const row of await waitingFor(table))
          await asOwner(house, 'select pg_terminate_backend($1)', [(row as { pid: number }).pid])
        const before = owner
        const next = stages[index + 1]
        if (next) owner = await locked(next.lock)
        await before.end()
        console.log(`killed: ${stage}`)
        worker = work()
      }
      const { status, planned, stored } = await runEnd(tenant.client, run.id)
      assert.deepEqual([status, planned, stored], ['completed', 6, 6])
      await quiet(house)
      const answers = await allAnswers(tenant.client, brandId, { runId: run.id })
      assert.equal(new Set(answers.map(({ id }) => id)).size, 6)
      assert.equal(answers.length, 6)
      const extra = house.lab!.requests.length - asked - 6
      assert.ok(extra >= 0 && extra <= stages.length, `${extra} questions were asked again`)
      assert.deepEqual(await differencesOf(house, tenant, brandId), [])
      for (const table of ['event', 'delivery'])
        assert.equal(
          (
            await asOwner(
              house,
              `select from ${table} where ${table === 'event' ? 'type' : 'event_type'} = 'score.changed'`,
            )
          ).length,
          1,
          table,
        )
    },
  )
})
