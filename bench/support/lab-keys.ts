import type { Lab } from '@sightline/lab'

/** The environment of a process that asks the lab, or plans runs for those that do, as ChatGPT, Claude and Perplexity. */
export const labKeys = (at: Lab['baseUrls']): Record<string, string> => ({
  OPENAI_API_KEY: 'simulated',
  OPENAI_BASE_URL: at.openai,
  ANTHROPIC_API_KEY: 'simulated',
  ANTHROPIC_BASE_URL: at.anthropic,
  PERPLEXITY_API_KEY: 'simulated',
  PERPLEXITY_BASE_URL: at.perplexity,
})
