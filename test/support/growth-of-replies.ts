import type { PlatformSlug } from '@sightline/sdk'
import { createPlatforms } from '../../packages/server/src/platforms/catalogue.ts'
import type { Platform } from '../../packages/server/src/platforms/platform.ts'
import type { Reader } from './growth.ts'

const connection = { apiKey: 'k', baseUrl: 'https://api.invalid' }
const keyed = { openai: connection, anthropic: connection, perplexity: connection, xai: connection, gemini: connection, mistral: connection, deepseek: connection } // prettier-ignore
const bySerpapi = createPlatforms({ ...keyed, serpapi: connection })
const byDataforseo = createPlatforms({ dataforseo: { login: 'l', password: 'p', baseUrl: 'https://api.invalid' } })

/** What a reply is made of by a platform that has as much to say everywhere as the text is long. */
type Shape = { platform: Platform; bodyOf(text: string): unknown }

const platformOf = (slug: PlatformSlug, from = bySerpapi): Platform => from.get(slug)!

/** One for every 64 units of the text: pointers at places of it, most with an address that it lacks. */
function pointersInto(text: string): { url: string; title: string; start_index: number; end_index: number }[] {
  return Array.from({ length: Math.floor(text.length / 64) }, (_, at) => ({
    url: ['http://a.b', `https://a.b/${at}`, 'https://a.b/', 'https://notion.so/'][at % 4]!,
    title: text.slice(0, 300),
    start_index: at % 3 === 0 ? 0 : at * 64,
    end_index: at % 3 === 1 ? at * 64 + 60 : text.length,
  }))
}

const response = (text: string, annotations: unknown[]) => ({
  object: 'response',
  status: 'completed',
  output: [
    { type: 'web_search_call', action: { type: 'search', query: text, sources: [{ url: `http://a.b/${text}`, title: text }] } },
    { type: 'message', content: [{ type: 'output_text', text, annotations }] },
  ],
}) // prettier-ignore

const marked = (text: string) => text.replaceAll(/(.{40})/gsu, '$1[1]')

/** The text in every field of a reply that may hold one. */
const WIRES: Record<string, Shape> = {
  chatgpt: {
    platform: platformOf('chatgpt'),
    bodyOf: (text) => response(text, pointersInto(text).map((pointer) => ({ type: 'url_citation', ...pointer }))),
  },
  deepseek: { platform: platformOf('deepseek'), bodyOf: (text) => response(`${text} http://a${text}`, []) },
  perplexity: {
    platform: platformOf('perplexity'),
    bodyOf: (text) => ({
      object: 'response',
      status: 'completed',
      output: [
        { type: 'search_results', queries: [text], results: [{ id: 1, url: 'http://a.b', title: text }] },
        { type: 'message', content: [{ type: 'output_text', text: marked(text), annotations: [] }] },
      ],
    }),
  },
  'a chat': {
    platform: platformOf('chatgpt'),
    bodyOf: (text) => ({
      choices: [{ message: { content: text, annotations: pointersInto(text).map((pointer) => ({ type: 'url_citation', url_citation: pointer })) } }],
    }),
  },
  claude: {
    platform: platformOf('claude'),
    bodyOf: (text) => ({
      stop_reason: 'end_turn',
      content: [
        { type: 'server_tool_use', name: 'web_search', input: { query: text } },
        { type: 'web_search_tool_result', content: [{ url: `http://a.b/${text}`, title: text }] },
        { type: 'text', text, citations: [{ type: 'web_search_result_location', url: 'http://a.b', title: text }] },
      ],
    }),
  },
  gemini: {
    platform: platformOf('gemini'),
    bodyOf: (text) => ({
      candidates: [
        {
          finishReason: 'STOP',
          content: { parts: [{ text }] },
          groundingMetadata: {
            webSearchQueries: [text],
            groundingChunks: [{ web: { uri: 'http://a.b', title: text } }],
            groundingSupports: pointersInto(text).map(({ start_index, end_index }, at) => ({
              segment: { startIndex: start_index, endIndex: end_index, ...(at % 2 === 0 && { text: `${at} is not there` }) },
              groundingChunkIndices: [0],
            })),
          },
        },
      ],
    }),
  },
  mistral: {
    platform: platformOf('mistral'),
    bodyOf: (text) => ({
      outputs: [
        { type: 'tool.execution', name: 'web_search' },
        { type: 'message.output', content: [{ type: 'text', text }, { type: 'tool_reference', url: 'http://a.b', title: text }] },
      ],
    }),
  },
  'google-aio': {
    platform: platformOf('google-aio'),
    bodyOf: (text) => ({ search_metadata: {}, ai_overview: { text_blocks: blocksOf(text), references: referencesOf(text) } }),
  },
  copilot: {
    platform: platformOf('copilot'),
    bodyOf: (text) => ({ search_metadata: {}, header: text, text_blocks: blocksOf(text), references: referencesOf(text) }),
  },
  'google-aio by DataForSEO': {
    platform: platformOf('google-aio', byDataforseo),
    bodyOf: (text) => task([{ type: 'ai_overview', items: [{ type: 'ai_overview_element', title: text, markdown: text, text }], references: referencesOf(text) }]),
  },
  'an answer kept by DataForSEO': {
    platform: platformOf('google-ai-mode', byDataforseo),
    bodyOf: (text) => task([{ answer: text, sources: referencesOf(text), search_results: referencesOf(text) }]),
  },
  'messages by DataForSEO': {
    platform: platformOf('google-ai-mode', byDataforseo),
    bodyOf: (text) => task([{ type: 'message', sections: [{ text, annotations: pointersInto(text) }] }]),
  },
} // prettier-ignore

const task = (items: unknown[]) => ({ status_code: 20_000, tasks: [{ status_code: 20_000, result: [{ items }] }] })

const referencesOf = (text: string) => [
  { index: 0, link: 'http://a.b', url: 'http://a.b', title: text, source: text.slice(0, 3) },
  { index: 1, link: `http://c.d/${text}`, url: `http://c.d/${text}`, title: text, source: 'a' },
]

const blocksOf = (text: string) => [
  { type: 'paragraph', title: text, snippet: text, reference_indexes: [0], snippet_links: [{ text, link: `http://a.b/${text}` }] },
  { type: 'list', list: [{ title: 'a', snippet: 'a', list: [{ snippet: text }] }] },
  { type: 'table', table: [['a', `a${text}b`]] },
  { type: 'comparison', product_labels: ['a', 'b'], comparison: [{ feature: 'a', values: [`a${text}b`] }] },
] // prettier-ignore

/** As the product does; reading asks first whether the reply is a failure. */
export function readWith(platform: Platform, body: string, type = 'application/json'): void {
  platform.read([{ status: 200, headers: { 'content-type': type }, body }])
}

/** What each platform's reader does with a text in all fields of its reply. */
export const readers: Reader[] = Object.entries(WIRES).map(([name, { platform, bodyOf }]) => ({
  name,
  makeFor: () => (text) => readWith(platform, JSON.stringify(bodyOf(text))),
}))
