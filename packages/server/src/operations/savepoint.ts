import { rolledBack } from '../base/db/savepoint.ts'
import type { Context } from './context.ts'

/**
 * A write that may be a dry run. It is done for real and taken back, so that its answer cannot differ from what the write
 * would answer: the plan's limits, twins and duplicates included.
 */
export const maybeDryRun = <Result>(
  context: Context,
  isDryRun: boolean,
  work: () => Promise<Result>,
): Promise<Result> => (isDryRun ? rolledBack(context.db, work) : work())
