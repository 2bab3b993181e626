import type { LabAnswer, Block, Sentence, Source } from '../answer.ts'
import { citedSources, citesOf, plain } from '../answer.ts'
import { renderMarkdown, unmarked } from '../markdown.ts'
import { mix, uniform } from '../random.ts'
import { badRequest, chanceOf, isKeyRejected, isObject, json, retryHeaders, uuid } from './wire.ts'
import type { JsonObject, Wire, WireFailure, WireReply, WireRequest } from './wire.ts'

/** Share of the AI Overviews that Google loads afterwards. */
const asynchronousShare = 0.3
const taskPath = ['v3', 'serp', 'google', 'organic', 'live', 'advanced']

/** DataForSEO's Google organic page. The body is a list of one task; failures hide in the task. */
export const dataforseo: Wire = {
  provider: 'dataforseo',
  receive: (request) => {
    const asked = read(request)
    if ('kind' in asked) return fail(asked)
    return {
      platform: 'google-aio',
      prompt: asked.keyword,
      answer: (answer) => reply(answer, asked, overview(answer, asked)),
      withhold: (kind, answer) => reply(answer, asked, kind === 'not_triggered' ? null : notLoaded),
    }
  },
  failure: (failure) => fail(failure),
}

type SearchRequest = { keyword: string; task: JsonObject; loadsAsynchronous: boolean }

const read = ({ method, path, headers, body }: WireRequest): SearchRequest | WireFailure => {
  if (path !== `/${taskPath.join('/')}`) return badRequest('Not Found.', 404)
  if (method !== 'POST') return badRequest('Method Not Allowed.', 405)
  const [login, password] = credentials(headers.authorization)
  if (isKeyRejected(login) || isKeyRejected(password)) return { kind: 'invalid_key' }
  if (!Array.isArray(body) || body.length !== 1) return badRequest("Invalid Field: 'POST data': one task in a list.")
  const task: unknown = body[0]
  if (!isObject(task)) return badRequest("Invalid Field: 'POST data'.")
  if (typeof task['keyword'] !== 'string' || task['keyword'] === '') return badRequest("Invalid Field: 'keyword'.")
  const hasLocation = 'location_code' in task || 'location_name' in task || 'location_coordinate' in task
  if (!hasLocation) return badRequest("Invalid Field: 'location_name' or 'location_code'.")
  if (!('language_code' in task) && !('language_name' in task)) return badRequest("Invalid Field: 'language_code'.")
  return { keyword: task['keyword'], task, loadsAsynchronous: task['load_async_ai_overview'] === true }
}

const credentials = (authorization: string | undefined): string[] => {
  const encoded = /^Basic (.+)$/.exec(authorization ?? '')?.[1]
  return encoded === undefined ? [] : Buffer.from(encoded, 'base64').toString('utf8').split(':')
}

const overviewItem = { type: 'ai_overview', rank_group: 1, rank_absolute: 1, position: 'left' } as const
const notLoaded = {
  ...overviewItem,
  asynchronous_ai_overview: true,
  markdown: null,
  items: null,
  references: null,
} as const

const overview = (answer: LabAnswer, asked: SearchRequest): JsonObject => {
  const isAsynchronous = uniform(mix(answer.draw.seed, 0xdef)) < asynchronousShare
  if (isAsynchronous && !asked.loadsAsynchronous) return notLoaded
  const items = answer.blocks.map((block) => element(answer, block))
  return {
    ...overviewItem,
    asynchronous_ai_overview: isAsynchronous,
    markdown: items.map((item) => item.markdown).join('\n\n'),
    items,
    references: citedSources(answer).map((source, index) => reference(answer.sources[source], index + 1, 'right')),
  }
}

/** The numbers of the markers start again in every element: only the address inside them tells the page. */
const element = (answer: LabAnswer, block: Block): JsonObject & { markdown: string } => {
  const cited = [...new Set(citesOf(block))]
  const url = (source: number): string => answer.sources[source]?.url ?? ''
  const { text: markdown } = renderMarkdown({ blocks: [block] }, (source) => ({
    lead: ' ',
    marker: `[[${cited.indexOf(source) + 1}]](${url(source)})`,
  }))
  const references =
    cited.length === 0 ? null : cited.map((source, index) => reference(answer.sources[source], index + 1, 'left'))
  if (block.kind === 'table') {
    const content = [block.header, ...block.rows.map(({ cells }) => cells.map(plain))]
    const table = { table_element: 'table_element', table_header: null, table_content: content }
    return { type: 'ai_overview_table_element', position: 'left', markdown, table, references }
  }
  const text = plain(renderMarkdown({ blocks: [withoutHashes(block)] }, unmarked).text)
  return {
    type: 'ai_overview_element',
    position: 'left',
    title: null,
    text,
    markdown,
    links: null,
    images: null,
    references,
  }
}

const withoutHashes = (block: Block): Block => {
  if (block.kind !== 'heading') return block
  const sentence: Sentence = { text: block.text, cites: [] }
  return { kind: 'paragraph', sentences: [sentence] }
}

const reference = (source: Source | undefined, rank: number, position: 'left' | 'right'): JsonObject => ({
  type: 'ai_overview_reference',
  rank_group: rank,
  rank_absolute: rank,
  position,
  source: source?.site,
  domain: `www.${source?.domain}`,
  url: `${source?.url}#:~:text=simulated`,
  title: source?.title,
  text: source?.snippet,
})

const reply = (answer: LabAnswer, asked: SearchRequest, item: JsonObject | null): WireReply => {
  const organic = answer.sources.slice(0, 5).map(({ domain, title, url }, index) => ({
    type: 'organic',
    rank_group: index + 1,
    rank_absolute: index + (item === null ? 1 : 2),
    position: 'left',
    domain: `www.${domain}`,
    title,
    url,
  }))
  const items = item === null ? organic : [item, ...organic]
  const { keyword, location_code, language_code } = asked.task
  const page = { keyword, type: 'organic', se_domain: 'google.com', location_code, language_code }
  const item_types = item === null ? ['organic'] : ['ai_overview', 'organic']
  const cost = item !== null && asked.loadsAsynchronous ? 0.004 : 0.002
  return envelope(uuid(chanceOf(answer)), cost, asked.task, 20_000, 'Ok.', [
    { ...page, item_types, items_count: items.length, items },
  ])
}

const version = '0.1.20260713'

const envelope = (
  id: string,
  cost: number,
  task: JsonObject,
  code: number,
  message: string,
  result: JsonObject[] | null,
): WireReply =>
  json(200, {
    version,
    status_code: 20_000,
    status_message: 'Ok.',
    time: '2.0 sec.',
    cost,
    tasks_count: 1,
    tasks_error: result === null ? 1 : 0,
    tasks: [
      {
        id,
        status_code: code,
        status_message: message,
        time: '1.9 sec.',
        cost,
        result_count: result?.length ?? 0,
        path: taskPath,
        data: task,
        result,
      },
    ],
  })

const fail = (failure: WireFailure): WireReply => {
  const error = (status: number, status_code: number, status_message: string): WireReply => {
    const nothing = { time: '0 sec.', cost: 0, tasks_count: 0, tasks_error: 0, tasks: null }
    return json(status, { version, status_code, status_message, ...nothing }, retryHeaders(failure))
  }
  const taskError = (code: number, message: string): WireReply =>
    envelope('00000000-0000-0000-0000-000000000000', 0, {}, code, message, null)
  switch (failure.kind) {
    case 'rate_limited':
      return error(429, 40_202, 'Rate-limit per minute exceeded')
    case 'out_of_credit':
      return taskError(40_210, 'Insufficient Funds.')
    case 'invalid_key':
      return error(401, 40_100, 'You are not Authorized to Access this resource.')
    case 'server_error':
      return taskError(50_000, 'Internal Error.')
    case 'overloaded':
      return error(503, 50_301, '3rd Party API Service Unavailable.')
    case 'bad_request':
      return failure.status === 400
        ? taskError(40_501, failure.message)
        : error(failure.status, 40_400, failure.message)
  }
}
