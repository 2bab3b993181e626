export { createClient, ApiError, type CallOptions, type Client, type ClientOptions } from './client.ts'
export { newId, lowestId, instantOfId, id, idPrefixes, type IdKind } from './ids.ts'
export { Problem, problemBody, problemCatalogue, problemCodes, everyProblem } from './problems.ts'
export type { LimitPolicy, ProblemBody, ProblemCode, ProblemDetail, ProblemExtras } from './problems.ts'
export { scopes, scopePresets, type Scope } from './scopes.ts'
export { isAtLeast, roleDescriptions, roleForScope, roles, scopesOfRole, type Role } from './roles.ts'
export { apiVersions, type ApiVersions, type Retirement } from './versions.ts'
export { plans, planSlugs, type Plan, type PlanSlug } from './plans.ts'
export { eventTypes, type EventType } from './events.ts'
export { platforms, platformSlugs, platformKey, surfaces } from './platforms.ts'
export type { PlatformEntry, PlatformSlug, Surface } from './platforms.ts'
export {
  commonProblems,
  type AnyOperation,
  type AskedOf,
  type InputOf,
  type Operation,
  type OutputOf,
} from './operation.ts'
export type { IdentityOperation, SessionOperation } from './operation.ts'
export { identityOperations, type IdentityOperationId, type IdentityOperations } from './identity-operations.ts'
export type { SignInOptions, WebSession } from './resources/identity.ts'
export type { LiveSession } from './resources/sessions.ts'
export { operations, operationIds, type OperationId, type Operations } from './operations.ts'
export { sessionOperations, type SessionOperationId, type SessionOperations } from './session-operations.ts'
export { openApiDocument } from './openapi.ts'
export { ITS_BRAND, type Page } from './resources/common.ts'
export type { Brand } from './resources/brands.ts'
export type { Competitor } from './resources/competitors.ts'
export { PROMPT_MAX_LENGTH, type Prompt } from './resources/prompts.ts'
export type { Run, Schedule } from './resources/runs.ts'
export {
  ANSWER_MAX_LENGTH,
  importedAnswer,
  ANSWERS_PAGE_BYTES,
  MATCHING_COUNTED,
  type Answer,
  type ImportedAnswer,
  type ListingRule,
  type UnreadableReason,
  type Judgement,
} from './resources/answers.ts'
export type { LeadParts } from './resources/competitor-comparison.ts'
export type { Citation, CitationGap, Search } from './resources/citations.ts'
export { exportFields, exportRows, type Dataset, type ExportField } from './resources/exports.ts'
export type { DiscoveredName } from './resources/discovery.ts'
export type { PromptIdea } from './resources/prompt-ideas.ts'
export type { BrandScore, VisibilityScores } from './resources/scores.ts'
export {
  sightlineEvent,
  competitorMoves,
  efforts,
  type CompetitorMove,
  type EventContent,
  type SightlineEvent,
} from './resources/events.ts'
export {
  openStatuses,
  recommendationKinds,
  recommendationStatuses,
  type MeasuredLift,
  type Recommendation,
  type RecommendationEvidence,
  type RecommendationKind,
  type RecommendationStatus,
  type RecommendationSummary,
} from './resources/recommendations.ts'
export type { Me, Usage } from './resources/account.ts'
export type { Webhook, WebhookFormat } from './resources/webhooks.ts'
export type { Delivery } from './resources/deliveries.ts'
export type { Actor, AuditEntry } from './resources/audit.ts'
export type { ApiKey } from './resources/keys.ts'
export {
  defaultModels,
  modelProviders,
  type ModelKey,
  type ModelProvider,
  type ModelUse,
} from './resources/model-keys.ts'
export { organizationName, type OrganizationFacts } from './resources/organizations.ts'
export { email, personName, type Invitation, type Member } from './resources/people.ts'
export {
  verifyWebhook,
  verifyWebhookSignature,
  WebhookVerificationError,
  type VerifyOptions,
  type WebhookErrorCode,
  type WebhookHeaders,
} from './webhook-signature.ts'
