import { accountHandlers } from './accounts/account.ts'
import { answerHandlers } from './measuring/answers.ts'
import { auditHandlers } from './accounts/audit.ts'
import { brandHandlers } from './measuring/brands.ts'
import { citationHandlers } from './reading/citations.ts'
import { competitorHandlers } from './measuring/competitors.ts'
import { deliveryHandlers } from './notifying/deliveries.ts'
import { discoveryHandlers } from './measuring/discovery.ts'
import { eventHandlers } from './notifying/events.ts'
import { exportHandlers } from './scoring/exports.ts'
import type { Handlers, SessionHandlers } from './dispatcher.ts'
import { invitationHandlers } from './accounts/invitations.ts'
import { keyHandlers } from './accounts/keys.ts'
import { measuringHandlers } from './measuring/platforms.ts'
import { modelKeyHandlers } from './accounts/model-keys.ts'
import { organizationHandlers } from './accounts/organizations.ts'
import { peopleHandlers } from './accounts/people.ts'
import { promptIdeaHandlers } from './measuring/prompt-ideas.ts'
import { promptHandlers } from './measuring/prompts.ts'
import { recommendationHandlers } from './advising/recommendations.ts'
import { runHandlers } from './measuring/runs.ts'
import { scoreHandlers } from './scoring/scores.ts'
import { competitorComparisonHandlers } from './scoring/competitor-comparison.ts'
import { platformResultHandlers } from './scoring/platform-results.ts'
import { scoreComparisonHandlers } from './scoring/score-comparison.ts'
import { scoreExplanationHandlers } from './scoring/score-explanation.ts'
import { scoreHistoryHandlers } from './scoring/score-history.ts'
import { scoringMethodHandlers } from './scoring/scoring-method.ts'
import { siteAuditHandlers } from './advising/site-audits.ts'
import { shareOfVoiceHandlers } from './scoring/share-of-voice.ts'
import { webhookHandlers } from './notifying/webhooks.ts'

/** What each declared operation does. */
export const handlers: Handlers & SessionHandlers = {
  ...scoreHandlers,
  ...brandHandlers,
  ...competitorHandlers,
  ...discoveryHandlers,
  ...promptHandlers,
  ...promptIdeaHandlers,
  ...runHandlers,
  ...answerHandlers,
  ...citationHandlers,
  ...recommendationHandlers,
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
  ...webhookHandlers,
  ...deliveryHandlers,
  ...eventHandlers,
  ...siteAuditHandlers,
  ...organizationHandlers,
  ...peopleHandlers,
  ...invitationHandlers,
  ...keyHandlers,
  ...modelKeyHandlers,
  ...auditHandlers,
}
