import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { ApiError, operations, type Client, type Operation, type OperationId } from '@sightline/sdk'
import { tell } from './answer.ts'
import { boundApi } from './bound-api.ts'
import { cut } from './cut.ts'
import type { McpContext } from './mcp-context.ts'
import { outline } from './outline.ts'
import { explain } from './refusal.ts'
import { answerSchema } from './schema.ts'
import { shapeOf } from './shape.ts'

/** Resources as texts. @throws what the protocol has for it: nothing under this address, or our own sentence */
export type Reading = {
  method(uri: string, request: AbortSignal): Promise<string>
  report(uri: string, brand: string, request: AbortSignal): Promise<string>
  answer(uri: string, id: string, request: AbortSignal): Promise<string>
}

/** A report's part may not drown the others. */
const MAX_PART_TOKENS = 2_000

export const reading = (context: McpContext): Reading => ({
  method: (uri, request) =>
    explained(context, uri, async () => {
      const api = boundApi(context, request)
      return told('getScoringMethod', await api.getScoringMethod())
    }),
  report: (uri, brand, request) =>
    explained(context, uri, async () => {
      const api = boundApi(context, request)
      return reportOf(context, api, await context.brands.resolve(api, brand))
    }),
  answer: (uri, id, request) =>
    explained(context, uri, async () => {
      const api = boundApi(context, request)
      return told('getAnswer', await api.getAnswer({ params: { id } }))
    }),
})

async function explained(context: McpContext, uri: string, read: () => Promise<string>): Promise<string> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'resource_not_found') throw new ResourceNotFoundError(uri)
    throw new ProtocolError(ProtocolErrorCode.InternalError, explain(error, context.settings.baseUrl).text)
  }
}

function told(id: OperationId, answer: unknown, maxTokens?: number): string {
  const { output }: Operation = operations[id]
  const whole = tell(answer, shapeOf(answerSchema(output)))
  const cuts = maxTokens === undefined ? [] : cut(whole, maxTokens)
  return [outline(whole), ...cuts.map(({ path, kept, of }) => `(${path}: ${kept} of ${of})`)].join('\n')
}

/** What a person would look at on a Monday; a part that cannot be had says why, and the others stand. */
async function reportOf(context: McpContext, api: Client, id: string): Promise<string> {
  const params = { id }
  const brand = await api.getBrand({ params })
  const parts: [string, OperationId, () => Promise<unknown>][] = [
    ['Score', 'getBrandScore', () => api.getBrandScore({ params, query: { window: '7d' } })],
    ['Platforms', 'listPlatformResults', () => api.listPlatformResults({ params })],
    ['Competitors', 'compareCompetitors', () => api.compareCompetitors({ params })],
    ['Sources that leave it out', 'listCitationGaps', () => api.listCitationGaps({ params, query: { limit: 10 } })],
    ['Recommendations', 'listSuggestions', () => api.listSuggestions({ params, query: { limit: 10 } })],
  ]
  const texts = await Promise.all(
    parts.map(async ([title, operation, ask]) => {
      const text = await ask().then(
        (answer) => told(operation, answer, MAX_PART_TOKENS),
        (error: unknown) => explain(error, context.settings.baseUrl).text,
      )
      return `## ${title}\n\n${text}`
    }),
  )
  return [`# ${brand.name}`, ...texts].join('\n\n')
}
