/**
 * What one answer costs on average, for `dryRun` only: recorded bills where there are any, else list prices × recorded
 * tokens (November 2026). A stored answer carries its own cost. US dollars; null: the vendor sells a
 * monthly quota of searches, or nothing was recorded.
 */
const usdPerAnswer: Record<string, number | undefined> = {
  'chatgpt openai': 0.03,
  'perplexity perplexity': 0.0012,
  'claude anthropic': 0.022,
  'grok xai': 0.0162,
  'gemini gemini': 0.042,
  'google-aio dataforseo': 0.004,
  'google-ai-mode dataforseo': 0.004,
}

export const estimatedUsd = (slug: string, provider: string): number | null =>
  usdPerAnswer[`${slug} ${provider}`] ?? null
