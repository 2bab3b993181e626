/** A crawler that an AI platform's answers draw on. */
export type Crawler = {
  /** The name that robots.txt rules are written for. */
  token: string
  /** Platforms whose answers lack a site that keeps it out. */
  platforms: readonly string[]
  /** `search`: builds the index answers search; `visit`: opens a page because a user's question needs it; `training`: collects text for models. */
  purpose: 'search' | 'visit' | 'training'
  /** What it calls itself when it asks; null: a rule's name only, nothing asks under it. */
  userAgent: string | null
}

/** From the owners' own pages on their crawlers, as of November 2026. Closing one for training is a choice, not a fault. */
export const crawlers: readonly Crawler[] = [
  {
    token: 'OAI-SearchBot',
    platforms: ['chatgpt'],
    purpose: 'search',
    userAgent: 'Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)',
  },
  {
    token: 'ChatGPT-User',
    platforms: ['chatgpt'],
    purpose: 'visit',
    userAgent: 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
  },
  {
    token: 'GPTBot',
    platforms: ['chatgpt'],
    purpose: 'training',
    userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  },
  {
    token: 'PerplexityBot',
    platforms: ['perplexity'],
    purpose: 'search',
    userAgent: 'Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  },
  {
    token: 'Perplexity-User',
    platforms: ['perplexity'],
    purpose: 'visit',
    userAgent: 'Mozilla/5.0 (compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
  },
  {
    token: 'Claude-SearchBot',
    platforms: ['claude'],
    purpose: 'search',
    userAgent: 'Mozilla/5.0 (compatible; Claude-SearchBot/1.0; +Claude-SearchBot@anthropic.com)',
  },
  {
    token: 'Claude-User',
    platforms: ['claude'],
    purpose: 'visit',
    userAgent: 'Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
  },
  {
    token: 'ClaudeBot',
    platforms: ['claude'],
    purpose: 'training',
    userAgent: 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  },
  {
    token: 'Googlebot',
    platforms: ['google-aio', 'google-ai-mode'],
    purpose: 'search',
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  },
  { token: 'Google-Extended', platforms: ['gemini'], purpose: 'search', userAgent: null },
  {
    token: 'Bingbot',
    platforms: ['copilot'],
    purpose: 'search',
    userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  },
  {
    token: 'MistralAI-User',
    platforms: ['mistral'],
    purpose: 'visit',
    userAgent: 'Mozilla/5.0 (compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)',
  },
]

/** How a person's browser asks: what a crawler's answer is compared with. */
export const BROWSER_USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
