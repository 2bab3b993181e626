import { getAccount, getUsage, listPlatforms } from './tools/account.ts'
import { getAnswer, listAnswers } from './tools/answers.ts'
import { createBrand, getBrand, listBrands, updateBrand } from './tools/brands.ts'
import { findCitationGaps, listCitations, listSearches } from './tools/citations.ts'
import {
  addCompetitor,
  compareCompetitors,
  discoverCompetitors,
  listCompetitors,
  removeCompetitor,
} from './tools/competitors.ts'
import { listEvents } from './tools/events.ts'
import { archivePrompts, createPrompts, listPrompts, updatePrompt } from './tools/prompts.ts'
import { listRecommendations, updateRecommendation } from './tools/recommendations.ts'
import { getRun, startRun } from './tools/runs.ts'
import {
  comparePeriods,
  explainScore,
  getBrandScore,
  getScoreHistory,
  getShareOfVoice,
  getVisibilityScores,
  listPlatformResults,
} from './tools/scores.ts'
import { createWebhook, deleteWebhook, listWebhooks, updateWebhook } from './tools/webhooks.ts'
import type { Tool } from './tool.ts'

/** All of them, in the order that they are listed in: those that change nothing first. */
export const tools: readonly Tool[] = [
  getAccount,
  getUsage,
  listPlatforms,
  listBrands,
  getBrand,
  getBrandScore,
  getVisibilityScores,
  getScoreHistory,
  explainScore,
  comparePeriods,
  listPlatformResults,
  listAnswers,
  getAnswer,
  listPrompts,
  listCompetitors,
  compareCompetitors,
  discoverCompetitors,
  getShareOfVoice,
  listCitations,
  findCitationGaps,
  listSearches,
  listRecommendations,
  listEvents,
  getRun,
  listWebhooks,
  createBrand,
  updateBrand,
  addCompetitor,
  removeCompetitor,
  createPrompts,
  updatePrompt,
  archivePrompts,
  updateRecommendation,
  startRun,
  createWebhook,
  updateWebhook,
  deleteWebhook,
]
