import type { OperationId } from '@sightline/sdk'

/** How an assistant reaches an operation: by a tool, by a resource, or not at all, with the reason. */
export type Reach = 'tool' | 'resource' | `REST: ${string}`

/** Every operation of the API. A new one does not compile until it is decided here what it is to an assistant. */
export const reach: Record<OperationId, Reach> = {
  getMe: 'tool',
  getUsage: 'tool',
  listPlatforms: 'tool',
  getScoringMethod: 'resource',

  listBrands: 'tool',
  getBrand: 'tool',
  createBrand: 'tool',
  updateBrand: 'tool',
  deleteBrand: 'REST: takes away a whole past; a person does that.',
  listSiteAudits: 'REST: what it finds comes as recommendations.',
  startSiteAudit: 'REST: runs by itself, weekly and when a domain changes.',

  getBrandScore: 'tool',
  getVisibilityScores: 'tool',
  getScoreHistory: 'tool',
  explainScore: 'tool',
  compareScores: 'tool',
  listPlatformResults: 'tool',
  getPlatformResult: 'REST: list_platform_results with platform answers the same.',
  getShareOfVoice: 'tool',
  getShareOfVoiceHistory: 'REST: a series for charts.',

  listAnswers: 'tool',
  getAnswer: 'tool',
  getAnswerReply: 'REST: a wire format, often a hundred times the text; get_answer has what was read from it.',
  importAnswers: 'REST: a thousand texts at once do not go through a model.',
  listCitations: 'tool',
  listCitationGaps: 'tool',
  listSearches: 'tool',
  exportRows: 'REST: tables for warehouses do not go through a model.',
  getExportSchema: 'REST: for warehouses.',

  listPrompts: 'tool',
  getPrompt: 'REST: list_prompts tells the same of each.',
  createPrompts: 'tool',
  updatePrompt: 'tool',
  archivePrompt: 'tool',
  suggestPrompts: 'REST: a model writes questions itself.',

  listCompetitors: 'tool',
  addCompetitor: 'tool',
  removeCompetitor: 'tool',
  updateCompetitor: 'REST: its names are the settings page’s.',
  discoverCompetitors: 'tool',
  compareCompetitors: 'tool',

  listSuggestions: 'tool',
  getSuggestion: 'REST: update_recommendation answers with the evidence, the report lists the advice.',
  updateSuggestion: 'tool',

  listEvents: 'tool',
  getAlertDigest: 'REST: for chat channels; list_events has the same events.',

  startRun: 'tool',
  getRun: 'tool',
  listRuns: 'REST: start_run names the run that an assistant follows.',
  cancelRun: 'REST: stops what was paid for; a person does that.',
  getSchedule: 'REST: the settings page’s.',
  setSchedule: 'REST: costs money every day; a person sets it.',

  listWebhooks: 'tool',
  createWebhook: 'tool',
  updateWebhook: 'tool',
  deleteWebhook: 'tool',
  getWebhook: 'REST: statistics of deliveries are the settings page’s.',
  rotateWebhookSecret: 'REST: its answer is a secret.',
  testWebhook: 'REST: for whoever builds the receiver.',
  listDeliveries: 'REST: for whoever builds the receiver.',
  getDelivery: 'REST: for whoever builds the receiver.',
  resendDelivery: 'REST: for whoever runs the receiver.',
  recoverDeliveries: 'REST: for whoever runs the receiver.',
}
