import type { Run, runOperations, Schedule } from '../resources/runs.ts'
import { at, ids, lastPage } from './common.ts'
import type { ExamplesOf } from './example.ts'

const planned: Run = {
  id: ids.run,
  brandId: ids.brand,
  kind: 'measure',
  surface: null,
  status: 'planned',
  repeats: 2,
  planned: 12,
  stored: 0,
  failed: 0,
  unreadable: 0,
  platforms: [
    { slug: 'chatgpt', planned: 12, stored: 0, failed: 0, unreadable: 0, waiting: 12, cancelled: 0, errors: [] },
  ],
  cost: { usd: 0, answersWithoutCost: 0 },
  createdAt: at,
  startedAt: null,
  finishedAt: null,
}
const completed: Run = {
  ...planned,
  status: 'completed',
  stored: 12,
  failed: 1,
  unreadable: 0,
  platforms: [
    {
      slug: 'chatgpt',
      planned: 12,
      stored: 12,
      failed: 1,
      unreadable: 0,
      waiting: 0,
      cancelled: 0,
      errors: [{ code: 'timeout', count: 1 }],
    },
  ],
  cost: { usd: 0.0313, answersWithoutCost: 1 },
  startedAt: '2026-11-20T08:00:01.000Z',
  finishedAt: '2026-11-20T08:00:41.000Z',
}
const cancelled: Run = {
  ...planned,
  status: 'cancelled',
  stored: 5,
  platforms: [
    { slug: 'chatgpt', planned: 12, stored: 5, failed: 0, unreadable: 0, waiting: 0, cancelled: 7, errors: [] },
  ],
  cost: { usd: 0.0142, answersWithoutCost: 0 },
  startedAt: '2026-11-20T08:00:01.000Z',
  finishedAt: '2026-11-20T08:00:19.000Z',
}
const schedule: Schedule = {
  brandId: ids.brand,
  isOn: true,
  hour: 6,
  days: [1, 3, 5],
  repeats: 1,
  platforms: null,
  nextRunAt: '2026-11-23T06:00:00.000Z',
}

export const runExamples = {
  startRun: { body: { platforms: ['chatgpt'], repeats: 2 }, output: planned },
  listRuns: { query: { status: 'completed' }, output: { data: [completed], pagination: lastPage } },
  getRun: { output: completed },
  cancelRun: { output: cancelled },
  getSchedule: { output: schedule },
  setSchedule: { body: { hour: 6, days: [1, 3, 5] }, output: schedule },
} satisfies ExamplesOf<typeof runOperations>
