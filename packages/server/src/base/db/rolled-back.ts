import { setTimeout as sleep } from 'node:timers/promises'
import { isRolledBack } from './errors.ts'

const TRIES = 3
/** Two that met in one transaction's way do not begin again at the same moment. */
const PAUSE_MS = 30

/**
 * Of two transactions that wait for each other the server rolls one back, which can be done again as a whole.
 * @param transaction one transaction, or one statement that commits by itself
 */
export async function retryRolledBack<Result>(transaction: () => Promise<Result>, triesLeft = TRIES): Promise<Result> {
  try {
    return await transaction()
  } catch (error) {
    if (triesLeft <= 1 || !isRolledBack(error)) throw error
    await sleep(Math.random() * PAUSE_MS)
    return retryRolledBack(transaction, triesLeft - 1)
  }
}
