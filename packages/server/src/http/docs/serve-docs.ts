import { createHash } from 'node:crypto'
import { openApiDocument } from '@sightline/sdk'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { browserHeaders } from '../page-headers.ts'
import type { Document } from './document.ts'
import { errorsPage, referencePage } from './pages.ts'
import { style } from './style.ts'

/** The documentation, below this address: `docUrl` of every error leads here. */
export const DOCS = '/docs'

/** Nothing but our own style sheet: no script, no other host, in no frame. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Pages for people, not answers of the API: made from the OpenAPI document when they are first asked for. */
export function serveDocs(server: FastifyInstance, version: string): void {
  // A document of ours: made as plain JSON, of which the pages read these parts.
  const made = lazily(() => openApiDocument('/api/v1', version) as Document)
  const pages: [address: string, type: string, text: () => string][] = [
    [DOCS, 'text/html; charset=utf-8', () => referencePage(made())],
    [`${DOCS}/errors`, 'text/html; charset=utf-8', () => errorsPage(made())],
    [`${DOCS}/style.css`, 'text/css; charset=utf-8', () => style],
  ]
  for (const [address, type, text] of pages) {
    const page = lazily(() => withTag(text()))
    server.get(address, async (request, reply) => send(request, reply, type, page()))
  }
}

type Page = { text: string; tag: string }

function withTag(text: string): Page {
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}

function send(request: FastifyRequest, reply: FastifyReply, type: string, { text, tag }: Page): FastifyReply {
  reply.headers({
    ...browserHeaders(POLICY),
    'content-type': type,
    // Asked for each time, sent only when it has changed.
    'cache-control': 'no-cache',
    etag: tag,
  })
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(text)
}

function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
