import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { enqueue } from '../../packages/server/src/base/queue/jobs.ts'
import { MOST_LOSSES } from '../../packages/server/src/base/queue/sweep.ts'
import { startWorker, type Worker } from '../../packages/server/src/base/queue/worker.ts'
import { openDatabase, type Database } from '../../packages/server/src/base/db/database.ts'
import { runInProcess, type Ended } from '../support/command-line.ts'
import { freshDatabase, TEST_SECRET, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { jobsIn, makeDue } from '../support/queue.ts'

const DYING = new URL('../support/dying-worker.ts', import.meta.url)

describe('a job that kills every worker that does it', { timeout: 180_000 }, () => {
  let server: TestDatabase
  let database: Database
  let folder: string
  let survivor: Worker
  const errors: string[] = []
  before(async () => {
    server = await freshDatabase()
    database = openDatabase({ url: server.url })
    folder = await mkdtemp(join(tmpdir(), 'sightline-poisoned-'))
    // It looks after the jobs of the others.
    survivor = await startWorker({
      queue: database.queue,
      db: database.systemDb,
      url: server.url,
      workerId: 'survivor',
      pools: [{ work: new Map([['harmless', async () => {}]]), concurrency: 1, reserveOne: false }],
      onError: (event, facts) => errors.push(`${event} ${JSON.stringify(facts)}`),
    })
  })
  after(async () => {
    await survivor.stop()
    await database.close()
    await server.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const run = (...args: string[]): Promise<Ended> =>
    runInProcess(args, { DATABASE_URL: server.ownerUrl, SIGHTLINE_SECRET: TEST_SECRET, SIGHTLINE_DATA_DIR: folder })

  test('is set aside after five of them, told in the log, listed, and released by a command; what died beside it is done', async () => {
    await enqueue(database.systemDb, [
      { task: 'deadly', key: 'deadly', payload: { runId: 'run_x' } },
      { task: 'harmless', payload: {} },
    ])
    for (let death = 0; death < MOST_LOSSES; death += 1) {
      const worker = fork(DYING, [server.url], { execArgv: ['--conditions=@sightline/source'], stdio: 'ignore' })
      const [, signal] = (await once(worker, 'close')) as [number | null, string | null]
      assert.equal(signal, 'SIGKILL')
      await eventually(
        async () => (await jobsIn(database)).every(({ claimedBy }) => claimedBy === null),
        'reclaimed jobs',
      )
      await makeDue(database)
    }
    assert.deepEqual(await jobsIn(database, { task: 'harmless' }), [])
    assert.deepEqual((await jobsIn(database, { task: 'deadly' })).map(({ poisonedAt }) => poisonedAt !== null), [true]) // prettier-ignore
    const told = errors.filter((error) => error.startsWith('job.poisoned') && error.includes('deadly'))
    assert.equal(told.length, 1)

    const { data } = JSON.parse((await run('jobs', 'poisoned', '--json')).out) as {
      data: { id: string; task: string; payload: object }[]
    }
    const [listed] = data.filter(({ task }) => task === 'deadly')
    assert.deepEqual(listed?.payload, { runId: 'run_x' })
    const released = await run('jobs', 'release', listed.id)
    assert.deepEqual([released.code, released.out], [0, 'Released 1 job.\n'])
    assert.ok(
      (await jobsIn(database, { task: 'deadly' })).every(
        ({ poisonedAt, losses }) => poisonedAt === null && losses === 0,
      ),
    )
    assert.match((await run('jobs', 'release', '999999')).err, /No poisoned job has the id 999999/)
    assert.match((await run('jobs', 'release')).err, /Say which/)
  })
})
