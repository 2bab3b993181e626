import { createPlatforms } from './catalogue.ts'
import { createGoogleAiMode } from './google-ai-mode.ts'
import { createGoogleAio } from './google-aio.ts'
import type { Platform } from './platform.ts'

/** A platform's replies look as its vendor writes them. */
export type ReaderName = Pick<Platform, 'slug' | 'provider'>
export type PlatformReader = Pick<Platform, 'failure' | 'read'>

/** Every adapter's reading half, which needs no key. */
export function createPipelinedPool(): (name: ReaderName) => PlatformReader {
  const ofOne = createPlatforms({
    openai: NOBODY,
    anthropic: NOBODY,
    perplexity: NOBODY,
    xai: NOBODY,
    gemini: NOBODY,
    mistral: NOBODY,
    deepseek: NOBODY,
    serpapi: NOBODY,
  })
  const all = [
    ...ofOne.values(),
    createGoogleAio({ dataforseo: NO_LOGIN }),
    createGoogleAiMode({ dataforseo: NO_LOGIN }),
  ]
  const readers = new Map(all.map((platform) => [keyOf(platform), platform]))
  return (name) => {
    const reader = readers.get(keyOf(name))
    if (!reader) throw new Error(`Nobody reads the replies of ${keyOf(name)}.`)
    return reader
  }
}

const keyOf = ({ slug, provider }: ReaderName): string => `${slug} by ${provider}`
const NOBODY = { apiKey: '', baseUrl: '' }
const NO_LOGIN = { login: '', password: '', baseUrl: '' }
