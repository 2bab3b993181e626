import type { PlatformSlug } from '@sightline/sdk'
import { createChatgpt } from './chatgpt.ts'
import { createClaude } from './claude.ts'
import { createCopilot } from './copilot.ts'
import type { DataforseoConnection } from './dataforseo.ts'
import { createDeepseek } from './deepseek.ts'
import { createGemini } from './gemini.ts'
import { createGoogleAiMode } from './google-ai-mode.ts'
import { createGoogleAio } from './google-aio.ts'
import { createGrok } from './grok.ts'
import { createMistral } from './mistral.ts'
import { createPerplexity } from './perplexity.ts'
import type { Connection, Platform } from './platform.ts'

/**
 * Whoever can be asked. A `baseUrl` is the host without a version, as in `https://api.openai.com`: adapters add the path
 * that the recordings show (`/v1/responses`; DeepSeek `/responses`; SerpApi `/search.json`; DataForSEO `/v3/…`).
 */
export type Providers = {
  openai?: Connection | undefined
  anthropic?: Connection | undefined
  perplexity?: Connection | undefined
  xai?: Connection | undefined
  /** Only when its owner turned it on: a key alone must not, because of Google's terms (docs/platforms.md). */
  gemini?: Connection | undefined
  mistral?: Connection | undefined
  deepseek?: Connection | undefined
  serpapi?: Connection | undefined
  dataforseo?: DataforseoConnection | undefined
}

/** The platforms that the given keys can measure, by slug; SerpApi is preferred where two vendors sell the same. */
export function createPlatforms(providers: Providers): Map<PlatformSlug, Platform> {
  const { openai, anthropic, perplexity, xai, gemini, mistral, deepseek, serpapi, dataforseo } = providers
  const vendors = { ...(serpapi && { serpapi }), ...(dataforseo && { dataforseo }) }
  const hasVendor = serpapi !== undefined || dataforseo !== undefined
  const available = [
    openai && createChatgpt(openai),
    hasVendor && createGoogleAio(vendors),
    perplexity && createPerplexity(perplexity),
    anthropic && createClaude(anthropic),
    serpapi && createCopilot({ serpapi }),
    hasVendor && createGoogleAiMode(vendors),
    xai && createGrok(xai),
    mistral && createMistral(mistral),
    deepseek && createDeepseek(deepseek),
    gemini && createGemini(gemini),
  ]
  return new Map(available.flatMap((platform) => (platform ? [[platform.slug, platform] as const] : [])))
}
