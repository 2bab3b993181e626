import type { Lab } from './server.ts'

/** A field of unknown JSON by its path; undefined where there is none. */
export const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined),
    value,
  )

export const listAt = (value: unknown, ...path: (string | number)[]): unknown[] => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

export const textAt = (value: unknown, ...path: (string | number)[]): string => {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : ''
}

export const numberAt = (value: unknown, ...path: (string | number)[]): number => {
  const found = at(value, ...path)
  return typeof found === 'number' ? found : Number.NaN
}

export type Reply = { status: number; headers: Headers; body: unknown }

export const ask = async (url: string, init: { headers: Record<string, string>; body?: unknown }): Promise<Reply> => {
  const { headers, body } = init
  const response = await fetch(
    url,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  )
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** A correct question to each way in; `key` goes where the platform wants it. */
export const askers = {
  openai: (lab: Lab, prompt: string, key = 'k', day = '2026-11-20') =>
    ask(`${lab.baseUrls.openai}/v1/responses`, {
      headers: { authorization: `Bearer ${key}`, 'x-lab-day': day },
      body: {
        model: 'gpt-5.2',
        input: prompt,
        tools: [{ type: 'web_search' }],
        tool_choice: 'required',
        include: ['web_search_call.action.sources'],
      },
    }),
  anthropic: (lab: Lab, prompt: string, key = 'k', day = '2026-11-20', said: unknown[] = []) =>
    ask(`${lab.baseUrls.anthropic}/v1/messages`, {
      headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01', 'x-lab-day': day },
      body: {
        model: 'claude-haiku-4-5',
        max_tokens: 4096,
        messages: [{ role: 'user', content: prompt }, ...said],
        tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 3 }],
      },
    }),
  perplexity: (lab: Lab, prompt: string, key = 'k', day = '2026-11-20') =>
    ask(`${lab.baseUrls.perplexity}/v1/agent`, {
      headers: { authorization: `Bearer ${key}`, 'x-lab-day': day },
      body: { preset: 'fast', input: prompt, tools: [{ type: 'web_search' }] },
    }),
  xai: (lab: Lab, prompt: string, key = 'k', day = '2026-11-20') =>
    ask(`${lab.baseUrls.xai}/v1/responses`, {
      headers: { authorization: `Bearer ${key}`, 'x-lab-day': day },
      body: { model: 'grok-4.3', input: [{ role: 'user', content: prompt }], tools: [{ type: 'web_search' }] },
    }),
  gemini: (lab: Lab, prompt: string, key = 'k', day = '2026-11-20') =>
    ask(`${lab.baseUrls.gemini}/v1beta/models/gemini-3.5-flash:generateContent`, {
      headers: { 'x-goog-api-key': key, 'x-lab-day': day },
      body: { contents: [{ role: 'user', parts: [{ text: prompt }] }], tools: [{ google_search: {} }] },
    }),
  mistral: (lab: Lab, prompt: string, key = 'k', day = '2026-11-20') =>
    ask(`${lab.baseUrls.mistral}/v1/conversations`, {
      headers: { authorization: `Bearer ${key}`, 'x-lab-day': day },
      body: { model: 'mistral-medium-latest', inputs: prompt, tools: [{ type: 'web_search' }], stream: false },
    }),
  deepseek: (lab: Lab, prompt: string, key = 'k', day = '2026-11-20') =>
    ask(`${lab.baseUrls.deepseek}/responses`, {
      headers: { authorization: `Bearer ${key}`, 'x-lab-day': day },
      body: { model: 'deepseek-v4-flash', input: prompt, tools: [{ type: 'web_search' }] },
    }),
  serpapi: (
    lab: Lab,
    prompt: string,
    key = 'k',
    day = '2026-11-20',
    engine = 'google',
    more: Record<string, string> = { no_cache: 'true' },
  ) =>
    ask(
      `${lab.baseUrls.serpapi}/search.json?${new URLSearchParams({ engine, q: prompt, api_key: key, ...more }).toString()}`,
      {
        headers: { 'x-lab-day': day },
      },
    ),
  dataforseo: (lab: Lab, prompt: string, key = 'k', day = '2026-11-20', loadsAll = true) =>
    ask(`${lab.baseUrls.dataforseo}/v3/serp/google/organic/live/advanced`, {
      headers: { authorization: `Basic ${Buffer.from(`login:${key}`).toString('base64')}`, 'x-lab-day': day },
      body: [
        {
          keyword: prompt,
          location_code: 2840,
          language_code: 'en',
          ...(loadsAll ? { load_async_ai_overview: true } : {}),
        },
      ],
    }),
}
