import type { Connection, Platform } from './platform.ts'
import { failureOfAnswer, readAnswerPage, serpapiRequest } from './serpapi.ts'

/**
 * Copilot Search through SerpApi. It takes neither place nor language, and leaves the labels of its
 * citations in the prose.
 */
export const createCopilot = ({ serpapi }: { serpapi: Connection }): Platform => ({
  slug: 'copilot',
  provider: 'serpapi',
  surface: 'serp',
  parserVersion: 1,
  timeoutMs: 60_000,
  request: (question, replies) =>
    replies.length > 0 ? null : serpapiRequest(serpapi, { engine: 'bing_copilot', q: question.text }),
  failure: (reply) => failureOfAnswer(reply, true),
  read: (replies) => readAnswerPage(replies, true),
})
