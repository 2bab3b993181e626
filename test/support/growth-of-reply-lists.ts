import { createPlatforms } from '../../packages/server/src/platforms/catalogue.ts'
import { listsGrowing, range } from './growing-lists.ts'
import { readWith } from './growth-of-replies.ts'

const connection = { apiKey: 'k', baseUrl: 'https://api.invalid' }
const keyed = { openai: connection, anthropic: connection, perplexity: connection, gemini: connection, mistral: connection, deepseek: connection, serpapi: connection } // prettier-ignore
const platforms = createPlatforms(keyed)
const [chatgpt, perplexity, claude, gemini, mistral, deepseek, googleAio, copilot] = (
  ['chatgpt', 'perplexity', 'claude', 'gemini', 'mistral', 'deepseek', 'google-aio', 'copilot'] as const
).map((slug) => platforms.get(slug)!) as Readers
const dataforseo = createPlatforms({ dataforseo: { login: 'l', password: 'p', baseUrl: 'https://api.invalid' } })
const [overview, answer] = (['google-aio', 'google-ai-mode'] as const).map((slug) => dataforseo.get(slug)!) as Readers

type Reader = Parameters<typeof readWith>[0]
type Readers = [Reader, Reader, Reader, Reader, Reader, Reader, Reader, Reader]

const json = (platform: Reader, body: unknown): void => readWith(platform, JSON.stringify(body))
const stream = (platform: Reader, events: unknown[]): void =>
  readWith(platform, events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), 'text/event-stream')

const response = (output: unknown[]) => ({ object: 'response', status: 'completed', output })
const message = (text: string, annotations: unknown[] = []) => ({
  type: 'message',
  content: [{ type: 'output_text', text, annotations }],
})
const pointer = (url: string, start_index: number, end_index: number) => ({
  type: 'url_citation',
  url,
  title: 't',
  start_index,
  end_index,
})
const words = (count: number): string => 'word. '.repeat(count)
const claudeOf = (content: unknown[]) => ({ stop_reason: 'end_turn', content })
const cited = (url: string) => ({ type: 'web_search_result_location', url, title: null })
const grounded = (text: string, groundingChunks: unknown[], groundingSupports: unknown[]) => ({
  candidates: [
    { finishReason: 'STOP', content: { parts: [{ text }] }, groundingMetadata: { groundingChunks, groundingSupports } },
  ],
})
const page = (text_blocks: unknown[], references: unknown[] = []) => ({ search_metadata: {}, text_blocks, references })
const aio = (text_blocks: unknown[], references: unknown[] = []) => ({
  search_metadata: {},
  ai_overview: { text_blocks, references },
})
const task = (items: unknown[]) => ({ status_code: 20_000, tasks: [{ status_code: 20_000, result: [{ items }] }] })
const nested = (depth: number): unknown =>
  range(depth).reduce<unknown>(
    (inner, at) => ({ type: 'list', snippet: 'a', [at % 2 ? 'list' : 'text_blocks']: [inner] }),
    'a',
  )

/** What each platform's reader does with so many entries of one kind. */
export const readers = listsGrowing({
  'responses: pointers to one page': (n) =>
    json(chatgpt, response([message(words(n), range(n).map((at) => pointer('http://a.b', at * 6, at * 6 + 5)))])),
  'responses: pointers to links in the text': (n) =>
    json(chatgpt, response([
      message(range(n).map((at) => `word ([a](http://a.b/${at}))`).join(' '), range(n).map((at) => pointer(`http://a.b/${at}`, 0, 9))),
    ])),
  'responses: one group of links': (n) =>
    json(chatgpt, response([
      message(`word (${range(n).map((at) => `[a](http://a.b/${at})`).join(', ')})`, range(n).map((at) => pointer(`http://a.b/${at}`, 0, 99_999))),
    ])),
  'responses: pointers that the text lacks': (n) =>
    json(chatgpt, response([message(`${words(n)}🙂`, range(n).map((at) => pointer(`http://a.b/${at}`, 0, n * 6)))])),
  'responses: markers with blanks between': (n) =>
    json(chatgpt, response([
      message(`word ${'[[1]](http://a.b) '.repeat(n)}`, range(n).map((at) => pointer('http://a.b', 5 + at * 18, 5 + at * 18 + 17))),
    ])),
  'responses: pages consulted': (n) =>
    json(chatgpt, response([
      { type: 'web_search_call', action: { type: 'search', queries: range(n).map((at) => `q ${at}`), sources: range(n).map((at) => ({ url: `http://a.b/${at}` })) } },
      message('word'),
    ])),
  'responses: items': (n) => json(chatgpt, response(range(n).map(() => message('word')))),
  'responses: events': (n) =>
    stream(chatgpt, [
      ...range(n).map(() => ({ type: 'response.output_item.done', item: message('word') })),
      { type: 'response.completed', response: response([]) },
    ]),
  'links without pointers': (n) =>
    json(deepseek, response([message(range(n).map((at) => `word http://a.b/${at} `).join(''))])),
  'links in one word': (n) => json(deepseek, response([message(`http://a.b/${'[http://a.b/'.repeat(n)}`)])),
  'brackets behind a link': (n) => json(deepseek, response([message(`http://a.b/${')'.repeat(n)}`)])),
  'stops behind a link': (n) => json(deepseek, response([message(`http://a.b/${'.'.repeat(n)}a`)])),
  'numbered results': (n) =>
    json(perplexity, response([
      { type: 'search_results', results: range(n).map((at) => ({ id: at, url: `http://a.b/${at}`, title: 't' })) },
      message(range(n).map((at) => `word [${at % 999}] `).join('')),
    ])),
  'one marker of many numbers': (n) =>
    json(perplexity, response([
      { type: 'search_results', results: [{ id: 1, url: 'http://a.b' }] },
      message(`word [${range(n).map(() => '1').join(',')}]`),
    ])),
  'chat: search results': (n) =>
    json(perplexity, { choices: [{ message: { content: 'word [1]' } }], search_results: range(n).map((at) => ({ url: `http://a.b/${at}` })) }),
  'chat: citations': (n) =>
    json(perplexity, { choices: [{ message: { content: 'word [1]' } }], citations: range(n).map((at) => `http://a.b/${at}`) }),
  'chat: parts': (n) => json(chatgpt, { choices: [{ message: { content: range(n).map(() => ({ text: 'a' })) } }] }),
  'chat: chunks': (n) => stream(chatgpt, range(n).map(() => ({ choices: [{ delta: { content: 'a' }, finish_reason: 'stop' }] }))),
  'claude: blocks that cite one page': (n) =>
    json(claude, claudeOf(range(n).map(() => ({ type: 'text', text: 'word. ', citations: [cited('http://a.b')] })))),
  'claude: blocks that cite many pages': (n) =>
    json(claude, claudeOf(range(n).map((at) => ({ type: 'text', text: 'word. ', citations: [cited(`http://a.b/${at}`)] })))),
  'claude: passages': (n) =>
    json(claude, claudeOf(range(n).flatMap(() => [{ type: 'tool_use' }, { type: 'text', text: 'a', citations: [cited('http://a.b')] }]))),
  'claude: streamed citations': (n) =>
    stream(claude, [
      { type: 'message_start', message: { content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...range(n).map((at) => ({ type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation: cited(`http://a.b/${at}`) } })),
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    ]),
  'claude: streamed words': (n) =>
    stream(claude, [
      { type: 'message_start', message: { content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...range(n).map(() => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a ' } })),
      ...range(n).map((at) => ({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { [`u${at}`]: 1 } })),
    ]),
  'gemini: quotes that stand elsewhere': (n) =>
    json(gemini, grounded(words(n), [{ web: { uri: 'http://a.b', title: 't' } }], range(n).map((at) => ({ segment: { startIndex: at, endIndex: at + 4, text: `w${at}` }, groundingChunkIndices: [0] })))),
  'gemini: places': (n) =>
    json(gemini, grounded('ü. '.repeat(n), [{ web: { uri: 'http://a.b', title: 't' } }], range(n).map((at) => ({ segment: { startIndex: at * 4, endIndex: at * 4 + 3 }, groundingChunkIndices: [0] })))),
  'gemini: pages of one place': (n) =>
    json(gemini, grounded('word', range(n).map((at) => ({ web: { uri: `http://a.b/${at}` } })), [{ segment: { endIndex: 4 }, groundingChunkIndices: range(n) }])),
  'gemini: parts': (n) =>
    json(gemini, { candidates: [{ finishReason: 'STOP', content: { parts: range(n).map(() => ({ text: 'ü' })) }, groundingMetadata: {
      groundingChunks: [{ web: { uri: 'http://a.b' } }], groundingSupports: range(n).map((at) => ({ segment: { partIndex: at, endIndex: 2 }, groundingChunkIndices: [0] })),
    } }] }),
  'gemini: pieces of a stream': (n) => json(gemini, range(n).map(() => ({ candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 'STOP' }] }))),
  'gemini: outputs with annotations': (n) =>
    json(gemini, { status: 'completed', steps: range(n).map((at) => ({ type: 'model_output', content: [{ type: 'text', text: 'ü', annotations: [{ url: `http://a.b/${at}`, end_index: 2 }] }] })) }),
  'mistral: references': (n) =>
    json(mistral, { outputs: [{ type: 'message.output', content: range(n).flatMap((at) => [{ type: 'text', text: 'word ' }, { type: 'tool_reference', url: `http://a.b/${at % 2}` }]) }] }),
  'mistral: messages': (n) => json(mistral, { outputs: range(n).map(() => ({ type: 'message.output', content: 'a' })) }),
  'blocks that point at all pages': (n) => json(googleAio, aio([{ snippet: 'a', reference_indexes: range(n) }], range(n).map((index) => ({ index, link: `http://a.b/${index}` })))),
  'blocks that point at one page': (n) => json(googleAio, aio(range(n).map(() => ({ snippet: 'a', reference_indexes: [0] })), [{ index: 0, link: 'http://a.b' }])),
  'a block that points often': (n) => json(googleAio, aio([{ snippet: 'a', reference_indexes: range(n).map((at) => at % 300) }], range(300).map((index) => ({ index, link: `http://a.b/${index}` })))),
  'links of a block': (n) => json(googleAio, aio([{ snippet: 'a', snippet_links: range(n).map((at) => ({ link: `http://a.b/${at}` })) }])),
  'items of a list': (n) => json(googleAio, aio([{ type: 'list', list: range(n).map(() => ({ snippet: 'a', reference_indexes: [0] })) }], [{ link: 'http://a.b' }])),
  'rows of a table': (n) => json(googleAio, aio([{ type: 'table', table: range(n).map(() => ['a', 'b']) }])),
  'nested lists': (n) => json(googleAio, aio([nested(n)])),
  'blocks between many sources': (n) => json(copilot, page(range(n).map(() => ({ snippet: 'a  b .', reference_indexes: [0] })), range(n).map((at) => ({ link: `http://a.b/${at}`, source: `name ${at}` })))),
  'labels of a source': (n) => json(copilot, page([{ snippet: 'Name . '.repeat(n) }], [{ link: 'http://a.b', source: 'Name' }, { link: 'http://a.c', source: '. Name' }])),
  'numbers of sources': (n) => json(copilot, page([{ snippet: `a${' 9'.repeat(n)}`, reference_indexes: range(n) }])),
  'elements of an overview': (n) => json(overview, task([{ type: 'ai_overview', items: range(n).map(() => ({ type: 'ai_overview_element', markdown: 'word [[1]](http://a.b)' })) }])),
  'components of an element': (n) => json(overview, task([{ type: 'ai_overview', items: [{ type: 'ai_overview_expanded_element', components: range(n).map((at) => ({ markdown: 'word', references: [{ url: `http://a.b/${at}` }] })) }] }])),
  'markers of an overview': (n) => json(overview, task([{ type: 'ai_overview', items: [{ type: 'ai_overview_element', markdown: `word ${'[[1]](http://a.b) '.repeat(n)}` }] }])),
  'video cards': (n) => json(overview, task([{ type: 'ai_overview', items: [{ type: 'ai_overview_element', markdown: '[![a](b) caption](http://a.b) '.repeat(n) }] }])),
  'fragments of text': (n) => json(overview, task([{ type: 'ai_overview', items: [{ type: 'ai_overview_element', markdown: '#:~:text=a)b'.repeat(n) }] }])),
  'sources of an answer': (n) => json(answer, task([{ answer: range(n).map((at) => `word [[1]](http://a.b/${at})`).join(' '), sources: range(n).map((at) => ({ url: `http://a.b/${at}`, title: 't' })) }])),
  'sections of a message': (n) => json(answer, task([{ type: 'message', sections: range(n).map((at) => ({ text: 'word', annotations: [{ url: `http://a.b/${at}` }] })) }])),
  'annotations of a section': (n) => json(answer, task([{ type: 'message', sections: [{ text: words(n), annotations: range(n).map((at) => ({ url: `http://a.b/${at}` })) }] }])),
}) // prettier-ignore
