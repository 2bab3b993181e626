import { accountHandlers } from './account.ts'
import { answerHandlers } from './answers.ts'
import { brandHandlers } from './brands.ts'
import { citationHandlers } from './citations.ts'
import { competitorHandlers } from './competitors.ts'
import { discoveryHandlers } from './discovery.ts'
import { exportHandlers } from './exports.ts'
import type { Handlers } from './handle.ts'
import { measuringHandlers } from './measuring.ts'
import { promptIdeaHandlers } from './prompt-ideas.ts'
import { promptHandlers } from './prompts.ts'
import { runHandlers } from './runs.ts'
import { scoreHandlers } from './scores.ts'
import { competitorComparisonHandlers } from './competitor-comparison.ts'
import { platformResultHandlers } from './platform-results.ts'
import { scoreComparisonHandlers } from './score-comparison.ts'
import { scoreExplanationHandlers } from './score-explanation.ts'
import { scoreHistoryHandlers } from './score-history.ts'
import { scoringMethodHandlers } from './scoring-method.ts'
import { shareOfVoiceHandlers } from './share-of-voice.ts'

/** What each declared operation does. */
export const handlers: Handlers = {
  ...scoreHandlers,
  ...brandHandlers,
  ...competitorHandlers,
  ...discoveryHandlers,
  ...promptHandlers,
  ...promptIdeaHandlers,
  ...runHandlers,
  ...answerHandlers,
  ...citationHandlers,
  ...exportHandlers,
  ...accountHandlers,
  ...measuringHandlers,
  ...scoreHistoryHandlers,
  ...scoreExplanationHandlers,
  ...scoreComparisonHandlers,
  ...platformResultHandlers,
  ...shareOfVoiceHandlers,
  ...competitorComparisonHandlers,
  ...scoringMethodHandlers,
}
