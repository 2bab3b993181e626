import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectJob, extractJob, reExtractJob, scheduledRunJob, scoreJob, startRunJob } from './kinds.ts'

const organizationId = 'org'

test('each platform has a task of its own, in which organizations take turns', () => {
  const job = collectJob({ organizationId, slotId: 'slot' }, 'google-aio')
  assert.deepEqual(
    [job.task, job.key, job.priority, job.queue],
    ['collect:google-aio', 'collect:slot', undefined, undefined],
  )
})

test('of one run or brand at most one job of a kind waits', () => {
  assert.equal(startRunJob({ organizationId, runId: 'run' }).key, 'start:run')
  assert.equal(extractJob({ organizationId, runId: 'run' }, 'brand').key, 'extract:run')
  assert.equal(scheduledRunJob({ organizationId, brandId: 'brand' }, new Date(0)).key, 'schedule:brand')
  const parts = ['', 'ans_1'].map((after) => reExtractJob({ organizationId, brandId: 'brand', after }).key)
  assert.equal(new Set(parts).size, 1)
})

test('the score that ends a run is a job beside the brand’s other scores', () => {
  const ofRun = scoreJob({ organizationId, brandId: 'brand', runId: 'run' })
  const ofBrand = scoreJob({ organizationId, brandId: 'brand', runId: null })
  assert.notEqual(ofRun.key, ofBrand.key)
})

test('extraction of one brand goes one after another; its score waits for none of it', () => {
  assert.equal(extractJob({ organizationId, runId: 'run' }, 'brand').queue, 'brand:brand')
  assert.equal(reExtractJob({ organizationId, brandId: 'brand', after: '' }).queue, 'brand:brand')
  assert.equal(scoreJob({ organizationId, brandId: 'brand', runId: null }).queue, undefined)
})
