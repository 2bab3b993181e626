/**
 * The AI products that are measured. `slug` stands in addresses and lists, `key` (the slug with underscores) in score
 * maps; both stay the same while the model behind the product changes.
 */
export const platforms = [
  {
    slug: 'chatgpt',
    label: 'ChatGPT',
    surface: 'api',
    exposes: { citations: true, searches: true },
    locale: 'parameter',
    isOnByDefault: true,
    note: 'Measured through the OpenAI Responses API with web search, not through the app.',
  },
  {
    slug: 'google-aio',
    label: 'Google AI Overviews',
    surface: 'serp',
    exposes: { citations: true, searches: false },
    locale: 'parameter',
    isOnByDefault: true,
    note: 'Measured through a search-results vendor. Google often shows no overview: such answers are `not_triggered`.',
  },
  {
    slug: 'perplexity',
    label: 'Perplexity',
    surface: 'api',
    exposes: { citations: true, searches: true },
    locale: 'parameter',
    isOnByDefault: true,
    note: 'Measured through the Perplexity Agent API, not through the app.',
  },
  {
    slug: 'claude',
    label: 'Claude',
    surface: 'api',
    exposes: { citations: true, searches: true },
    locale: 'parameter',
    isOnByDefault: true,
    note: 'Measured through the Anthropic Messages API with web search, not through the app.',
  },
  {
    slug: 'copilot',
    label: 'Microsoft Copilot',
    surface: 'serp',
    exposes: { citations: true, searches: false },
    locale: 'none',
    isOnByDefault: true,
    note: 'Copilot Search, measured through a search-results vendor that offers neither country nor language.',
  },
  {
    slug: 'google-ai-mode',
    label: 'Google AI Mode',
    surface: 'serp',
    exposes: { citations: true, searches: false },
    locale: 'parameter',
    isOnByDefault: true,
    note: 'Measured through a search-results vendor.',
  },
  {
    slug: 'grok',
    label: 'Grok',
    surface: 'api',
    exposes: { citations: true, searches: true },
    locale: 'none',
    isOnByDefault: true,
    note: 'Measured through the xAI Responses API with web search, not through the app.',
  },
  {
    slug: 'mistral',
    label: 'Mistral Le Chat',
    surface: 'api',
    exposes: { citations: true, searches: false },
    locale: 'none',
    isOnByDefault: true,
    note: 'Measured through the Mistral Conversations API with web search, not through the app.',
  },
  {
    slug: 'deepseek',
    label: 'DeepSeek',
    surface: 'api',
    exposes: { citations: true, searches: true },
    locale: 'none',
    isOnByDefault: true,
    note: 'Measured through the DeepSeek Responses API with web search; its citations are read from links in the text.',
  },
  {
    slug: 'gemini',
    label: 'Google Gemini',
    surface: 'api',
    exposes: { citations: true, searches: true },
    locale: 'parameter',
    isOnByDefault: false,
    note: "Off by default: Google's terms for grounded results forbid their analysis. Turn it on only when your own terms allow it.",
  },
] as const satisfies readonly PlatformEntry[]

/** How an answer was obtained. An API's answer is not the app's answer, so it is always shown. */
export const surfaces = ['api', 'serp', 'import', 'simulated'] as const
export type Surface = (typeof surfaces)[number]

export type PlatformEntry = {
  slug: string
  label: string
  surface: Exclude<Surface, 'import' | 'simulated'>
  exposes: { citations: boolean; searches: boolean }
  /** Whether the platform takes a prompt's country and language. Where it does not, only the prompt's own words tell. */
  locale: 'parameter' | 'none'
  isOnByDefault: boolean
  note: string
}

export type PlatformSlug = (typeof platforms)[number]['slug']
export const platformSlugs = platforms.map((platform) => platform.slug)

/** `google-aio` → `google_aio`: the form that score maps use. */
export const platformKey = (slug: string): string => slug.replaceAll('-', '_')
