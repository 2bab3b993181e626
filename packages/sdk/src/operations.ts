import type { Operation } from './operation.ts'
import { accountOperations } from './resources/account.ts'
import { answerOperations } from './resources/answers.ts'
import { brandOperations } from './resources/brands.ts'
import { citationOperations } from './resources/citations.ts'
import { deliveryOperations } from './resources/deliveries.ts'
import { eventOperations } from './resources/events.ts'
import { competitorOperations } from './resources/competitors.ts'
import { discoveryOperations } from './resources/discovery.ts'
import { exportOperations } from './resources/exports.ts'
import { measuringOperations } from './resources/measuring.ts'
import { promptIdeaOperations } from './resources/prompt-ideas.ts'
import { promptOperations } from './resources/prompts.ts'
import { recommendationOperations } from './resources/recommendations.ts'
import { runOperations } from './resources/runs.ts'
import { siteAuditOperations } from './resources/site-audits.ts'
import { scoreOperations } from './resources/scores.ts'
import { competitorComparisonOperations } from './resources/competitor-comparison.ts'
import { platformResultOperations } from './resources/platform-results.ts'
import { scoreComparisonOperations } from './resources/score-comparison.ts'
import { scoreExplanationOperations } from './resources/score-explanation.ts'
import { scoreHistoryOperations } from './resources/score-history.ts'
import { scoringMethodOperations } from './resources/scoring-method.ts'
import { shareOfVoiceOperations } from './resources/share-of-voice.ts'
import { webhookOperations } from './resources/webhooks.ts'

/** Everything the service can do, by operation id. */
export const operations = {
  ...scoreOperations,
  ...brandOperations,
  ...competitorOperations,
  ...discoveryOperations,
  ...promptOperations,
  ...promptIdeaOperations,
  ...runOperations,
  ...answerOperations,
  ...citationOperations,
  ...recommendationOperations,
  ...exportOperations,
  ...accountOperations,
  ...measuringOperations,
  ...scoreHistoryOperations,
  ...scoreExplanationOperations,
  ...scoreComparisonOperations,
  ...platformResultOperations,
  ...shareOfVoiceOperations,
  ...competitorComparisonOperations,
  ...scoringMethodOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...eventOperations,
  ...siteAuditOperations,
} satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationId = keyof Operations
export const operationIds = Object.keys(operations) as OperationId[]
