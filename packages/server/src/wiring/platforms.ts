import { createDemoMarket, labPlatforms, startLab, type Lab } from '@sightline/lab'
import type { Config } from '../config.ts'
import { createPlatforms } from '../platforms/catalogue.ts'
import type { Platform } from '../platforms/platform.ts'

/** The platforms that can be asked: the real ones whose keys are set, or the lab's. */
export type OpenPlatforms = {
  platforms: readonly Platform[]
  simulated: ReadonlySet<string>
  lab: Lab | null
  close(): Promise<void>
}

/** How long the lab takes for an answer, so that a run can be watched. */
const LAB_DELAY_MS = 150

export async function openPlatforms(config: Pick<Config, 'providers'>, isDemo: boolean): Promise<OpenPlatforms> {
  if (!isDemo)
    return {
      platforms: [...createPlatforms(config.providers).values()],
      simulated: new Set(),
      lab: null,
      close: async () => {},
    }
  const lab = await startLab({
    market: createDemoMarket({ today: new Date().toISOString().slice(0, 10) }),
    delayMs: LAB_DELAY_MS,
  })
  const slugs = new Set<string>(labPlatforms.filter((slug) => slug !== 'gemini'))
  const platforms = [...createPlatforms(labConnections(lab)).values()].filter(({ slug }) => slugs.has(slug))
  return { platforms, simulated: slugs, lab, close: lab.close }
}

/** The lab wants credentials like the real ones; it does not look what they are. */
function labConnections(lab: Lab): Config['providers'] {
  const at = (provider: keyof Lab['baseUrls']) => ({ apiKey: 'simulated', baseUrl: lab.baseUrls[provider] })
  return {
    openai: at('openai'),
    anthropic: at('anthropic'),
    perplexity: at('perplexity'),
    xai: at('xai'),
    gemini: undefined,
    mistral: at('mistral'),
    deepseek: at('deepseek'),
    serpapi: at('serpapi'),
    dataforseo: undefined,
  }
}
