import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { entityTagOf, isKnownTag } from './responses.ts'
import { browserHeaders, PAGE_POLICY, transportHeaders } from './page-headers.ts'

/** The built web application, or the page that says how it is built. */
export type Assets = {
  /** Every file at its own address, and `/`. */
  mount(server: FastifyInstance): void
  /** The application's page, for the addresses that it has a view for. */
  page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

type Encoding = 'br' | 'gzip' | 'identity'
type Bodies = Record<Encoding, Buffer>
type File = { path: string; type: string; tag: string; isImmutable: boolean; bodies(): Promise<Bodies> }

/** @param folder what Vite made of packages/web; null: it was not built */
export function createAssets(folder: string | null): Assets {
  const files = folder === null ? [] : readFiles(folder)
  const index = files.find(({ path }) => path === '/index.html') ?? notBuilt()
  return {
    mount: (server) => {
      server.get('/', (request, reply) => send(request, reply, index))
      for (const file of files)
        if (file !== index) server.get(file.path, (request, reply) => send(request, reply, file))
    },
    page: (request, reply) => send(request, reply, index),
  }
}

/** Whether a request is a person's who opens an address, not a program's that reads one. */
export function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? ''
  const isOurs = /^\/(api|web|docs|assets|healthz|readyz)(\/|$)/i.test(path)
  return (method === 'GET' || method === 'HEAD') && !isOurs && /\btext\/html\b/.test(headers.accept ?? '')
}

async function send(request: FastifyRequest, reply: FastifyReply, file: File): Promise<FastifyReply> {
  const encoding = chosenOf(request.headers['accept-encoding'] ?? '')
  const bodies = await file.bodies()
  const isSmaller = bodies[encoding].length < bodies.identity.length
  reply.headers({
    ...browserHeaders(PAGE_POLICY),
    'content-type': file.type,
    // A hashed name never has other content; the page is asked for each time, so that a new version is seen at once.
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.tag,
    vary: 'Accept-Encoding',
    ...(isSmaller && { 'content-encoding': encoding }),
    ...transportHeaders(request),
  })
  if (isKnownTag(request.headers['if-none-match'] ?? '', file.tag)) return reply.code(304).send()
  return reply.code(200).send(isSmaller ? bodies[encoding] : bodies.identity)
}

/** The smallest that is understood; `br;q=0` is not. */
function chosenOf(acceptEncoding: string): Encoding {
  const accepts = (name: string): boolean =>
    acceptEncoding.split(',').some((part) => {
      const [coding, ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
      return coding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity'
}

function readFiles(folder: string): File[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined)
    .map((entry) => {
      const full = join(entry.parentPath, entry.name)
      return fileOf(`/${relative(folder, full).split(sep).join('/')}`, readFileSync(full))
    })
}

function fileOf(path: string, content: Buffer): File {
  const type = TYPES[extname(path)] ?? 'application/octet-stream'
  return {
    path,
    type,
    tag: entityTagOf(content.toString('latin1')),
    isImmutable: /^\/assets\/.+-[\w-]{8,}\.\w+$/.test(path),
    bodies: whenAsked(content, /^(text|application)|svg/.test(type)),
  }
}

/** Once, when it is first asked for: a process that only serves keys compresses nothing. */
function whenAsked(content: Buffer, isText: boolean): () => Promise<Bodies> {
  let bodies: Promise<Bodies> | undefined
  return () => (bodies ??= compressed(content, isText))
}

async function compressed(content: Buffer, isText: boolean): Promise<Bodies> {
  if (!isText) return { br: content, gzip: content, identity: content }
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  return { br, gzip: zipped, identity: content }
}

const notBuilt = (): File =>
  fileOf(
    '/index.html',
    Buffer.from(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sightline</title>
<h1>Sightline is running</h1>
<p>The web application is not built here. Run <code>npm run build:web</code> in the checkout, then start again.</p>
<p>The API is documented at <a href="/docs">/docs</a>.</p>
</html>
`),
  )
