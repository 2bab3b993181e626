import type { Operation } from './operation.ts'
import { accountOperations } from './resources/account.ts'
import { answerOperations } from './resources/answers.ts'
import { brandOperations } from './resources/brands.ts'
import { citationOperations } from './resources/citations.ts'
import { competitorOperations } from './resources/competitors.ts'
import { measuringOperations } from './resources/measuring.ts'
import { promptOperations } from './resources/prompts.ts'
import { runOperations } from './resources/runs.ts'
import { scoreOperations } from './resources/scores.ts'

/** Everything the service can do, by operation id. */
export const operations = {
  ...scoreOperations,
  ...brandOperations,
  ...competitorOperations,
  ...promptOperations,
  ...runOperations,
  ...answerOperations,
  ...citationOperations,
  ...accountOperations,
  ...measuringOperations,
} satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationId = keyof Operations
export const operationIds = Object.keys(operations) as OperationId[]
