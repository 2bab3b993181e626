import { isForgiven } from '../../packages/server/src/jobs/worker.ts'

/**
 * The worker sees to what its queue rejects while the database is away (jobs/worker.ts), as in every process of the product.
 * node:test would take the same rejections, should no test run just then, for a failure of the run.
 */
export function leaveForgivenRejections(): void {
  for (const listener of process.listeners('unhandledRejection')) {
    process.off('unhandledRejection', listener)
    process.on('unhandledRejection', (reason, promise) => {
      if (!isForgiven(reason)) listener(reason, promise)
    })
  }
}
