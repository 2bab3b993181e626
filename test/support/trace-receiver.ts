import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Record<string, unknown>
  resource: Record<string, unknown>
}

/** Takes traces by OTLP over HTTP in JSON, as a collector does. */
export async function openTraceReceiver() {
  const spans: ReceivedSpan[] = []
  const requests: { url: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      requests.push({ url: request.url ?? '', headers: request.headers })
      spans.push(...spansOf(JSON.parse(Buffer.concat(parts).toString()) as Export))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    close: () => server.close(),
  }
}

type Attribute = { key: string; value: Record<string, unknown> }
type Export = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes' | 'resource'> & { attributes: Attribute[] })[] }[]
  }[]
}

function spansOf({ resourceSpans }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, attributes: flat(span.attributes), resource: flat(resource.attributes) })),
    ),
  )
}

const flat = (attributes: Attribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
