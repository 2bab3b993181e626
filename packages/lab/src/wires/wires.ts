import type { LabProvider } from '../platforms.ts'
import { anthropic } from './anthropic.ts'
import { dataforseo } from './dataforseo.ts'
import { deepseek } from './deepseek.ts'
import { gemini } from './gemini.ts'
import { mistral } from './mistral.ts'
import { openai } from './openai.ts'
import { perplexity } from './perplexity.ts'
import { createSerpapi } from './serpapi.ts'
import type { Wire } from './wire.ts'
import { xai } from './xai.ts'

/** All providers. `nowMs`: a steady clock in milliseconds. */
export const createWires = (nowMs: () => number): Readonly<Record<LabProvider, Wire>> => ({
  openai,
  anthropic,
  perplexity,
  xai,
  gemini,
  mistral,
  deepseek,
  serpapi: createSerpapi(nowMs),
  dataforseo,
})
