import { accountHandlers } from './account.ts'
import { answerHandlers } from './answers.ts'
import { auditHandlers } from './audit.ts'
import { brandHandlers } from './brands.ts'
import { citationHandlers } from './citations.ts'
import { competitorHandlers } from './competitors.ts'
import { deliveryHandlers } from './deliveries.ts'
import { discoveryHandlers } from './discovery.ts'
import { eventHandlers } from './events.ts'
import { exportHandlers } from './exports.ts'
import type { Handlers, SessionHandlers } from './handle.ts'
import { invitationHandlers } from './invitations.ts'
import { keyHandlers } from './keys.ts'
import { measuringHandlers } from './measuring.ts'
import { modelKeyHandlers } from './model-keys.ts'
import { organizationHandlers } from './organizations.ts'
import { peopleHandlers } from './people.ts'
import { promptIdeaHandlers } from './prompt-ideas.ts'
import { promptHandlers } from './prompts.ts'
import { recommendationHandlers } from './recommendations.ts'
import { runHandlers } from './runs.ts'
import { scoreHandlers } from './scores.ts'
import { competitorComparisonHandlers } from './competitor-comparison.ts'
import { platformResultHandlers } from './platform-results.ts'
import { scoreComparisonHandlers } from './score-comparison.ts'
import { scoreExplanationHandlers } from './score-explanation.ts'
import { scoreHistoryHandlers } from './score-history.ts'
import { scoringMethodHandlers } from './scoring-method.ts'
import { siteAuditHandlers } from './site-audits.ts'
import { shareOfVoiceHandlers } from './share-of-voice.ts'
import { webhookHandlers } from './webhooks.ts'

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
