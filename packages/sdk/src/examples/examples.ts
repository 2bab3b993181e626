import type { Operations } from '../operations.ts'
import { accountExamples } from './account.ts'
import { answerExamples } from './answers.ts'
import { brandExamples } from './brands.ts'
import { citationExamples } from './citations.ts'
import { competitorComparisonExamples } from './competitor-comparison.ts'
import { competitorExamples } from './competitors.ts'
import { deliveryExamples } from './deliveries.ts'
import { discoveryExamples } from './discovery.ts'
import { eventExamples } from './events.ts'
import type { ExamplesOf } from './example.ts'
import { exportExamples } from './exports.ts'
import { measuringExamples } from './measuring.ts'
import { platformResultExamples } from './platform-results.ts'
import { promptIdeaExamples } from './prompt-ideas.ts'
import { promptExamples } from './prompts.ts'
import { recommendationExamples } from './recommendations.ts'
import { runExamples } from './runs.ts'
import { scoreComparisonExamples } from './score-comparison.ts'
import { scoreExplanationExamples } from './score-explanation.ts'
import { scoreHistoryExamples } from './score-history.ts'
import { scoreExamples } from './scores.ts'
import { scoringMethodExamples } from './scoring-method.ts'
import { shareOfVoiceExamples } from './share-of-voice.ts'
import { siteAuditExamples } from './site-audits.ts'
import { webhookExamples } from './webhooks.ts'

/** A good call and its answer for every operation. One that is added needs one here too, or this does not compile. */
export const examples = {
  ...accountExamples,
  ...answerExamples,
  ...brandExamples,
  ...citationExamples,
  ...competitorComparisonExamples,
  ...competitorExamples,
  ...deliveryExamples,
  ...discoveryExamples,
  ...eventExamples,
  ...exportExamples,
  ...measuringExamples,
  ...platformResultExamples,
  ...promptExamples,
  ...promptIdeaExamples,
  ...recommendationExamples,
  ...runExamples,
  ...scoreComparisonExamples,
  ...scoreExamples,
  ...scoreExplanationExamples,
  ...scoreHistoryExamples,
  ...scoringMethodExamples,
  ...shareOfVoiceExamples,
  ...siteAuditExamples,
  ...webhookExamples,
} satisfies ExamplesOf<Operations>
