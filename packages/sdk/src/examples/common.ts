/** Ids of the one story that all examples tell: Fernhold, its rivals Quorvane and Taskmoor, a week of November 2026. */
export const ids = {
  organization: 'org_01kb8fz2m0e9vtz6g1q4x7n001',
  key: 'key_01kb8fz2m0e9vtz6g1q4x7n001',
  brand: 'brd_01kb8fz2m0e9vtz6g1q4x7n001',
  quorvane: 'cmp_01kb8fz2m0e9vtz6g1q4x7n001',
  taskmoor: 'cmp_01kb8fz2m0e9vtz6g1q4x7n002',
  prompt: 'prm_01kb8fz2m0e9vtz6g1q4x7n001',
  otherPrompt: 'prm_01kb8fz2m0e9vtz6g1q4x7n002',
  run: 'run_01kb8fz2m0e9vtz6g1q4x7n001',
  answer: 'ans_01kb8fz2m0e9vtz6g1q4x7n001',
  recommendation: 'rec_01kb8fz2m0e9vtz6g1q4x7n001',
  webhook: 'whk_01kb8fz2m0e9vtz6g1q4x7n001',
  event: 'evt_01kb8fz2m0e9vtz6g1q4x7n001',
  delivery: 'dlv_01kb8fz2m0e9vtz6g1q4x7n001',
} as const

/** When things of the story are made; its answers end the day before. */
export const at = '2026-11-20T08:00:00.000Z'

/** Of a list that ends here. */
export const lastPage = { limit: 50, hasMore: false, nextCursor: null, next: null }
