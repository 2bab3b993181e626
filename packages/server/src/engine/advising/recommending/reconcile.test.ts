import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RecommendationStatus } from '@sightline/sdk'
import { examples } from './examples.test-support.ts'
import { reconcile, type Known } from './reconcile.ts'
import { recommend, type FoundAdvice } from './recommend.ts'
import { nextStatuses, refusalOf } from './states.ts'

const days = { from: '2026-02-06', to: '2026-03-05' }
const found: FoundAdvice[] = (recommend(examples.prompt_gap.market) ?? []).filter(({ kind }) => kind === 'prompt_gap')
const known = (status: RecommendationStatus, changedDay = '2026-02-20', id = 'rec_1'): Known => ({
  id,
  kind: 'prompt_gap',
  subject: 'p1',
  status,
  changedDay,
})
const steps = (stored: Known[], now: FoundAdvice[] | null = found) =>
  reconcile(stored, now, days).map((step) => ('id' in step ? `${step.do} ${step.id}` : step.do))

describe('what a scoring does to stored recommendations', () => {
  test('a situation not known yet is opened, a known one keeps its id and its state', () => {
    assert.equal(found.length, 1)
    assert.deepEqual(steps([]), ['open'])
    for (const status of ['new', 'accepted', 'in_progress', 'dismissed'] as const)
      assert.deepEqual(steps([known(status)]), ['renew rec_1'])
  })

  test('without evidence the new and the accepted expire; what is worked on, dismissed or done stays', () => {
    for (const status of ['new', 'accepted'] as const) assert.deepEqual(steps([known(status)], []), ['expire rec_1'])
    for (const status of ['in_progress', 'dismissed', 'done', 'expired'] as const)
      assert.deepEqual(steps([known(status)], []), [])
  })

  test('when too little was measured nothing expires', () => {
    assert.deepEqual(steps([known('new'), known('accepted', '2026-02-20', 'rec_2')], null), [])
  })

  test('an expired one comes back under its id, and is news only after a whole window', () => {
    const told = (changedDay: string) => reconcile([known('expired', changedDay)], found, days)
    assert.deepEqual(
      [told('2026-02-05'), told('2026-02-06')].map(([step]) => step?.do === 'reopen' && [step.id, step.isTold]),
      [
        ['rec_1', true],
        ['rec_1', false],
      ],
    )
  })

  test('what was done comes again under a new id only from evidence that lies wholly after it', () => {
    assert.deepEqual(steps([known('done', '2026-02-06')]), [])
    assert.deepEqual(steps([known('done', '2026-02-05')]), ['open'])
    assert.deepEqual(steps([known('done', '2025-01-01'), known('new', '2026-02-20', 'rec_2')]), ['renew rec_2'])
  })
})

describe('states', () => {
  const statuses = Object.keys(nextStatuses) as RecommendationStatus[]

  test('follow new → accepted → in_progress → done; each refusal says what is possible', () => {
    const allowed = statuses.flatMap((from) =>
      statuses.filter((to) => refusalOf(from, to) === null).map((to) => `${from} ${to}`),
    )
    assert.deepEqual(allowed, [
      'new accepted',
      'new dismissed',
      'accepted in_progress',
      'accepted dismissed',
      'in_progress done',
      'in_progress dismissed',
      'dismissed new',
    ])
    for (const from of statuses)
      for (const to of statuses.filter((to) => refusalOf(from, to) !== null))
        for (const possible of nextStatuses[from]) assert.ok(refusalOf(from, to)?.includes(possible))
  })
})
