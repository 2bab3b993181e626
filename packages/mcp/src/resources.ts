import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import type { McpServer, ReadResourceResult } from '@modelcontextprotocol/server'
import { ApiError, operations, type Client, type Operation, type OperationId } from '@sightline/sdk'
import { tell } from './answer.ts'
import { boundApi } from './bound-api.ts'
import { completeAnswer, completeBrand } from './completions.ts'
import { cut } from './cut.ts'
import type { House } from './house.ts'
import { outline } from './outline.ts'
import { explain } from './refusal.ts'
import { answerSchema } from './schema.ts'

const METHOD_URI = 'sightline://scoring-method'
const REPORT_URI = 'sightline://brands/{brandId}/report'
const ANSWER_URI = 'sightline://answers/{answerId}'

/** What the documentation says of them. */
export const resources = [
  { uri: METHOD_URI, title: 'Scoring method', means: 'How the numbers are made, with the version of the definitions.' },
  {
    uri: REPORT_URI,
    title: 'Report of a brand',
    means: 'Score, platforms, competitors, source gaps, advice: five calls.',
  },
  { uri: ANSWER_URI, title: 'A stored answer', means: 'The whole of one answer, also where get_answer cuts it.' },
] as const

/** A report's part may not drown the others. */
const MAX_PART_TOKENS = 2_000

export function serveResources(mcp: McpServer, house: House): void {
  const [method, report, answer] = resources
  mcp.registerResource('scoring-method', METHOD_URI, about(method), async (uri, { mcpReq }) =>
    reading(house, uri, async () => {
      const api = boundApi(house, mcpReq.signal)
      return told('getScoringMethod', await api.getScoringMethod())
    }),
  )
  mcp.registerResource(
    'brand-report',
    new ResourceTemplate(REPORT_URI, { list: undefined, complete: { brandId: completeBrand(house) } }),
    about(report),
    async (uri, { brandId }, { mcpReq }) =>
      reading(house, uri, async () => {
        const api = boundApi(house, mcpReq.signal)
        return reportOf(house, api, await house.brands.resolve(api, given(brandId)))
      }),
  )
  mcp.registerResource(
    'answer',
    new ResourceTemplate(ANSWER_URI, { list: undefined, complete: { answerId: completeAnswer(house) } }),
    about(answer),
    async (uri, { answerId }, { mcpReq }) =>
      reading(house, uri, async () => {
        const api = boundApi(house, mcpReq.signal)
        return told('getAnswer', await api.getAnswer({ params: { id: given(answerId) } }))
      }),
  )
}

const about = ({ title, means }: (typeof resources)[number]) => ({ title, description: means, mimeType: 'text/plain' })

/** A template's variable as it was before it became part of an address. */
const given = (variable: string | string[] | undefined): string => decodeURIComponent(String(variable))

/** @throws what the protocol has for it: nothing under this address, or our own sentence for what went wrong */
async function reading(house: House, uri: URL, read: () => Promise<string>): Promise<ReadResourceResult> {
  try {
    return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: await read() }] }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'resource_not_found') throw new ResourceNotFoundError(uri.href)
    throw new ProtocolError(ProtocolErrorCode.InternalError, explain(error, house.settings.baseUrl).text)
  }
}

function told(id: OperationId, answer: unknown, maxTokens?: number): string {
  const { output }: Operation = operations[id]
  const whole = tell(answer, answerSchema(output))
  const cuts = maxTokens === undefined ? [] : cut(whole, maxTokens)
  return [outline(whole), ...cuts.map(({ path, kept, of }) => `(${path}: ${kept} of ${of})`)].join('\n')
}

/** What a person would look at on a Monday; a part that cannot be had says why, and the others stand. */
async function reportOf(house: House, api: Client, id: string): Promise<string> {
  const params = { id }
  const brand = await api.getBrand({ params })
  const parts: [string, OperationId, () => Promise<unknown>][] = [
    ['Score', 'getBrandScore', () => api.getBrandScore({ params, query: { window: '7d' } })],
    ['Platforms', 'listPlatformResults', () => api.listPlatformResults({ params })],
    ['Competitors', 'compareCompetitors', () => api.compareCompetitors({ params })],
    [
      'Sources that leave the brand out',
      'listCitationGaps',
      () => api.listCitationGaps({ params, query: { limit: 10 } }),
    ],
    ['Recommendations', 'listSuggestions', () => api.listSuggestions({ params, query: { limit: 10 } })],
  ]
  const texts = await Promise.all(
    parts.map(async ([title, operation, ask]) => {
      const text = await ask().then(
        (answer) => told(operation, answer, MAX_PART_TOKENS),
        (error: unknown) => explain(error, house.settings.baseUrl).text,
      )
      return `## ${title}\n\n${text}`
    }),
  )
  return [`# ${brand.name}`, ...texts].join('\n\n')
}
