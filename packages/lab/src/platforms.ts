/** The slugs of the product, written down again: the lab knows wire formats, never the product that reads them. */
export const labPlatforms = [
  'chatgpt',
  'google-aio',
  'perplexity',
  'claude',
  'copilot',
  'google-ai-mode',
  'grok',
  'mistral',
  'deepseek',
  'gemini',
] as const
export type LabPlatform = (typeof labPlatforms)[number]

export const labProviders = [
  'openai',
  'anthropic',
  'perplexity',
  'xai',
  'gemini',
  'mistral',
  'deepseek',
  'serpapi',
  'dataforseo',
] as const
export type LabProvider = (typeof labProviders)[number]
