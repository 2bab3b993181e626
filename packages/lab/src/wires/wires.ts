import type { LabProvider } from '../platforms.ts'
import { anthropic } from './anthropic.ts'
import { openai } from './openai.ts'
import { createSerpapi } from './serpapi.ts'
import type { Wire } from './wire.ts'

/** All providers. `nowMs`: a steady clock in milliseconds. */
export const createWires = (nowMs: () => number): Readonly<Record<LabProvider, Wire>> => ({
  openai,
  anthropic,
  perplexity: openai,
  xai: openai,
  gemini: openai,
  mistral: openai,
  deepseek: openai,
  serpapi: createSerpapi(nowMs),
  dataforseo: openai,
})
