import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work in steps: other work of this process has its turn wherever the steps allow it. */
export async function inTurns<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}
