import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createClient } from '@sightline/sdk'
import { runInProcess, start, type Environment } from '../support/command-line.ts'

/** What `start` says of the demo: the address, the key and the brand. */
type Shown = { baseUrl: string; key: string; brandId: string }

describe('a demo that was restored into another folder', { timeout: 480_000 }, () => {
  let folder: string
  let file: string
  let secret: string
  let first: Shown
  let answers: number

  const environmentOf = (name: string): Environment => ({
    SIGHTLINE_DATA_DIR: join(folder, name),
    SIGHTLINE_SECRET: secret,
  })
  const idsOf = async (environment: Environment): Promise<string[]> => {
    const { out } = await runInProcess(['org', 'list', '--json'], environment)
    return (JSON.parse(out) as { data: { id: string }[] }).data.map(({ id }) => id)
  }

  /** Runs the demo as long as the work takes. */
  async function demo<Result>(
    environment: Environment,
    work: (shown: Shown, ended: () => Promise<unknown>, said: () => string) => Promise<Result>,
  ): Promise<Result> {
    const running = start(['start', '--demo', '--port', '0'], environment)
    try {
      const [, baseUrl = ''] = await running.says(/Address +(\S+)/)
      const [, key = ''] = await running.says(/API key +(sl_live_\w+)/)
      const [, brandId = ''] = await running.says(/brands\/(brd_\w+)\/score/)
      return await work({ baseUrl, key, brandId }, () => running.says(/first live run has ended/), running.out)
    } finally {
      await running.stop()
    }
  }
  const answersOf = async ({ baseUrl, key, brandId }: Shown): Promise<number> =>
    (await createClient({ baseUrl, apiKey: key }).getBrandScore({ params: { id: brandId } })).sample.answers

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-demo-'))
    file = join(folder, 'backup')
    secret = 'a secret that the two demos share'
    const environment = environmentOf('first')
    first = await demo(environment, async (shown, ended) => {
      await ended()
      answers = await answersOf(shown)
      return shown
    })
    const backedUp = await runInProcess(['backup', file], environment)
    assert.equal(backedUp.code, 0, backedUp.err)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('restore says what comes next, in its order', async () => {
    const { code, out, err } = await runInProcess(['restore', file], environmentOf('second'))
    assert.equal(code, 0, err)
    const steps = ['sightline start', 'Wait until', 'sightline verify'].map((step) => out.indexOf(step))
    assert.ok(
      steps.every((at) => at > 0),
      out,
    )
    assert.deepEqual(
      steps,
      steps.toSorted((one, other) => one - other),
    )
    assert.match(out, /Exit code 3 means that work still waits/)
  })

  test('the demo finds its organization and its brand, with all that was measured, and makes no other', async () => {
    const environment = environmentOf('second')
    const before = await idsOf(environment)
    assert.equal(before.length, 1)
    await demo(environment, async (shown, _ended, said) => {
      assert.equal(shown.brandId, first.brandId)
      assert.ok((await answersOf(shown)) >= answers)
      // What the first folder knew of it goes on: its key is in the backup, as a hash.
      assert.equal(
        (await createClient({ baseUrl: shown.baseUrl, apiKey: first.key }).getMe()).organization.id,
        before[0],
      )
      assert.doesNotMatch(said(), /Ninety simulated days/)
      const [, code = ''] = /\/open#(\w+)/.exec(said()) ?? []
      assert.ok(code)
    })
    assert.deepEqual(await idsOf(environment), before)
    const note = JSON.parse(await readFile(join(folder, 'second/demo.json'), 'utf8')) as {
      organizationId: string
      isFilled: boolean
    }
    assert.deepEqual([note.organizationId, note.isFilled], [before[0], true])
  })

  test('a demo that starts there once more shows the key that it showed before', async () => {
    const environment = environmentOf('second')
    const { key } = JSON.parse(await readFile(join(folder, 'second/demo.json'), 'utf8')) as { key: string }
    await demo(environment, async (shown) => {
      assert.deepEqual([shown.key, shown.brandId], [key, first.brandId])
    })
    assert.equal((await idsOf(environment)).length, 1)
  })
})
