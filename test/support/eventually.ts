import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Far longer than anything takes on a busy machine. */
const LOOKS = 10_000
const BETWEEN_MS = 10

/**
 * Looks again and again until something has come about.
 * @param what is waited for, for the message of a test that fails; the condition's own text where that says it
 */
export async function eventually(
  isSo: () => boolean | Promise<boolean>,
  what = String(isSo),
  betweenMs = BETWEEN_MS,
): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    if (await isSo()) return
    await sleep(betweenMs)
  }
  assert.fail(`never came about: ${what}`)
}
