import { ResourceTemplate, type McpServer, type ReadResourceResult } from '@modelcontextprotocol/server'
import type { Start } from './start.ts'

/** What a host may put before its model besides results of tools; the documentation's table is made of it. */
export const resources = {
  method: {
    uri: 'sightline://scoring-method',
    title: 'Scoring method',
    means: 'How the numbers are made, with the version of the definitions. One call.',
  },
  report: {
    uri: 'sightline://brands/{brandId}/report',
    title: 'Report of a brand',
    means: 'Score, platforms, competitors, sources that leave it out, advice. Six calls.',
  },
  answer: {
    uri: 'sightline://answers/{answerId}',
    title: 'A stored answer',
    means: 'The whole of one answer, also where get_answer cuts it. One call.',
  },
} as const

export function serveResources(mcp: McpServer, { open }: Start): void {
  const { method, report, answer } = resources
  mcp.registerResource('scoring-method', method.uri, about(method), async ({ href }, { mcpReq }) =>
    asText(href, await (await open()).read.method(href, mcpReq.signal)),
  )
  const completeBrand = async (typed: string): Promise<string[]> => (await open()).complete.brand(typed)
  mcp.registerResource(
    'brand-report',
    new ResourceTemplate(report.uri, { list: undefined, complete: { brandId: completeBrand } }),
    about(report),
    async ({ href }, { brandId }, { mcpReq }) =>
      asText(href, await (await open()).read.report(href, given(brandId), mcpReq.signal)),
  )
  const completeAnswer = async (typed: string): Promise<string[]> => (await open()).complete.answer(typed)
  mcp.registerResource(
    'answer',
    new ResourceTemplate(answer.uri, { list: undefined, complete: { answerId: completeAnswer } }),
    about(answer),
    async ({ href }, { answerId }, { mcpReq }) =>
      asText(href, await (await open()).read.answer(href, given(answerId), mcpReq.signal)),
  )
}

const MIME_TYPE = 'text/plain'

const about = ({ title, means }: { title: string; means: string }) => ({
  title,
  description: means,
  mimeType: MIME_TYPE,
})

const asText = (uri: string, text: string): ReadResourceResult => ({ contents: [{ uri, mimeType: MIME_TYPE, text }] })

/** A template's variable as it was before it became part of an address. */
const given = (variable: string | string[] | undefined): string => decodeURIComponent(String(variable))
