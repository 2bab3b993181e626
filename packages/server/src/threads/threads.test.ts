import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { EntityNames } from '../engine/reading/names/matcher.ts'
import { openTextThreads, type TextThreadsOptions } from './text-threads.ts'

const entry = new URL('./stalling-thread.test-support.ts', import.meta.url)
const names: EntityNames[] = [
  { id: 'brand', kind: 'brand', name: 'Fernhold', aliases: [], excludedNames: [], domains: [], caseSensitive: false },
]
const told: { event: string; facts: Record<string, unknown> }[] = []

const open = (options: TextThreadsOptions = {}) =>
  openTextThreads(
    { info: () => {}, error: (event, facts = {}) => void told.push({ event, facts }) },
    { entry, limits: { textMs: 100 }, ...options },
  )

describe('threads that read texts', { timeout: 120_000 }, () => {
  const threads = open({ size: 2 })
  after(() => threads.close())
  const read = (tenant: string, texts: string[], mostUnread?: number) =>
    threads.each(tenant, 'names', names, texts, mostUnread)

  test('each text is read by itself, in its order', async () => {
    const reads = await read('one', ['Fernhold is here.', 'Nobody is.', 'Try Fernhold.'])
    assert.deepEqual(
      reads.map(({ value }) => value),
      [true, false, true],
    )
  })

  test('a text that never ends is set aside, and no other of its batch is', async () => {
    const texts = ['Fernhold is here.', 'never ends names.', 'Nobody is.', 'Try Fernhold.', 'never ends names.']
    const reads = await read('one', texts)
    assert.deepEqual(
      reads.map(({ value, unread }) => unread ?? value),
      [true, 'too_slow', false, true, 'too_slow'],
    )
    assert.deepEqual(told.at(-1), {
      event: 'text.unread',
      facts: { organization: 'one', task: 'names', reason: 'too_slow' },
    })
  })

  test('a text that needs more memory than there is for it is set aside, and the process goes on', async () => {
    const small = open({ size: 1, limits: { textMs: 60_000, bytes: 200 * 2 ** 20 } })
    const reads = await small.each('one', 'names', names, ['Fernhold', 'fills memory names.', 'Fernhold'])
    await small.close()
    assert.deepEqual(
      reads.map(({ value, unread }) => unread ?? value),
      [true, 'too_large', true],
    )
  })

  test('a text that ends its thread is set aside like one that is too slow', async () => {
    const reads = await read('one', ['Fernhold', 'ends its thread names.', 'Fernhold'])
    assert.deepEqual(
      reads.map(({ value, unread }) => unread ?? value),
      [true, 'failed', true],
    )
  })

  test('a text whose reading throws fails alone, and the log says where without quoting it', async () => {
    const robots = {
      url: 'no address',
      crawler: null,
      answer: { kind: 'answered', status: 200, headers: {}, body: 'secret' },
    }
    // oxlint-disable-next-line typescript/no-explicit-any -- what no caller sends
    const reads = await threads.each('one', 'document', null, [null as any, robots])
    assert.equal(reads[0]?.unread, 'failed')
    assert.match(String(told.at(-1)?.facts['error']), /^TypeError\n +at /)
  })

  test('after as many unreadable texts as it is told, a call stops and says what it has', async () => {
    const reads = await read('one', ['Fernhold', 'never ends names.', 'Fernhold', 'never ends names.', 'Fernhold'], 2)
    assert.deepEqual(
      reads.map(({ value, unread }) => unread ?? value),
      [true, 'too_slow', true, 'too_slow'],
    )
  })

  test('what texts make together is made without those that cannot be read', async () => {
    const answer = (id: string, text: string) => ({ id, prompt: 'which tool', text })
    const good = '1. **Zephlane**: a tool.\n2. **Holtgrid**: another.'
    const answers = [answer('a', good), answer('b', `${good} never ends untracked.`), answer('c', good)]
    const { value, read } = await threads.together('one', 'untracked', names, answers)
    assert.deepEqual(
      read.map(({ id }) => id),
      ['a', 'c'],
    )
    assert.deepEqual(
      value.map(({ name, answerIds }) => [name, answerIds]),
      [
        ['Holtgrid', ['a', 'c']],
        ['Zephlane', ['a', 'c']],
      ],
    )
  })

  test('while one tenant’s texts hold all threads that it may have, another’s are read', async () => {
    const slow = open({ size: 2, limits: { textMs: 60_000 } })
    const order: string[] = []
    const stuck = [1, 2, 3].map(() =>
      slow.one('one', 'names', names, 'never ends names.').catch(() => order.push('ended')),
    )
    for (const text of ['Fernhold', 'nobody'])
      await slow.one('other', 'names', names, text).then(({ value }) => order.push(String(value)))
    await slow.close()
    await Promise.all(stuck)
    assert.deepEqual(order, ['true', 'false', 'ended', 'ended', 'ended'])
  })

  test('what somebody waits for comes before what the jobs of the same tenant have waiting', async () => {
    const one = open({ size: 1 })
    const order: string[] = []
    const work = Array.from({ length: 4 }, () =>
      one.each('one', 'names', names, ['takes a while names.', 'takes a while names.']).then(() => order.push('job')),
    )
    const asked = one.urgent.one('one', 'names', names, 'Fernhold').then(() => order.push('caller'))
    await Promise.all([...work, asked])
    await one.close()
    assert.ok(order.indexOf('caller') <= 1, order.join())
  })

  test('the texts of a call are read in slices, so that a long one does not hold its thread', async () => {
    const one = open({ size: 1 })
    const order: string[] = []
    const texts = Array.from({ length: 400 }, () => 'takes a while names.')
    await Promise.all([
      one.each('one', 'names', names, texts).then(() => order.push('long')),
      one.one('other', 'names', names, 'Fernhold').then(() => order.push('short')),
      one.one('third', 'names', names, 'Fernhold').then(() => order.push('short')),
    ])
    await one.close()
    assert.deepEqual(order, ['short', 'short', 'long'])
  })

  test('a thread that cannot begin fails those who wait for it, instead of being opened for ever', async () => {
    const broken = open({ entry: new URL('./nobody.ts', import.meta.url) })
    await assert.rejects(broken.one('one', 'names', names, 'Fernhold'), /nobody/)
    await broken.close()
  })

  test('closed threads read nothing more, and say so', async () => {
    const closed = open()
    await closed.close()
    await assert.rejects(closed.one('one', 'names', names, 'Fernhold'), /stopping/)
  })
})
