import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { METHODS, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Problem } from '@sightline/sdk'
import type { RouteMatches } from './request-target.ts'
import type { HttpResponse, Responses } from './responses.ts'
import { linger } from './lingering.ts'

/**
 * The answers that Node gives before any framework sees the request, in the product's one shape (E8–E12):
 * unreadable requests, slow ones, unknown methods, unknown expectations.
 */
export type Malformed = {
  clientError(error: NodeJS.ErrnoException, socket: Socket): void
  /** Lets it answer what comes to a server. */
  attach(server: Server): Server
}

export type MalformedOptions = { responses: Responses; addresses: RouteMatches; protocol: 'http' | 'https' }

export function createMalformed({ responses, addresses, protocol }: MalformedOptions): Malformed {
  const exchanges = new WeakMap<Socket, Exchange[]>()
  const refused = new WeakSet<Socket>()
  return {
    clientError: (error, socket) => {
      // Who speaks no TLS where TLS is spoken could not read an answer.
      if (error.code === 'ECONNRESET' || /^ERR_(SSL|TLS)_/.test(error.code ?? '') || !socket.writable) {
        socket.destroy()
        return
      }
      answerOn(socket, problemOf(error))
    },
    attach: (server) => {
      server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
        const [before] = exchanges.get(request.socket) ?? []
        exchanges.set(request.socket, before ? [{ request, response }, before] : [{ request, response }])
      })
      server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
        const { status, headers, body } = answer(new Problem('expectation_failed'), request.socket)
        response.writeHead(status, headers).end(body)
      })
      // Without a listener Node closes the connection of a CONNECT without a word.
      server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
        // A server of Node's hands over the connection's own socket; its type says less.
        answerOn(socket as Socket, addresses.unknownMethod()),
      )
      return server
    },
  }

  function problemOf(error: ParserError): Problem {
    switch (error.code) {
      case 'HPE_HEADER_OVERFLOW':
        return new Problem('headers_too_large')
      case 'ERR_HTTP_REQUEST_TIMEOUT':
        return new Problem('request_timeout')
      // A method of another protocol, a word that is none, and one that only HTTP/2 begins with.
      case 'HPE_INVALID_CONSTANT':
      case 'HPE_INVALID_METHOD':
      case 'HPE_INVALID_VERSION':
        return unknownMethod(lineOf(error)) ?? new Problem('invalid_request')
      default:
        return new Problem('invalid_request')
    }
  }

  /** A line may end with its packet, before its target is known. */
  function unknownMethod(line: string): Problem | null {
    const [, method = '', target] = /^([\w!#$%&'*+.^`|~-]+)(?: (\S+) HTTP\/1\.[01]\r?\n?| ?)$/.exec(line) ?? []
    if (method === '' || METHODS.includes(method)) return null
    return target?.startsWith('/') ? addresses.notFound(target) : addresses.unknownMethod()
  }

  /** Answers come in the order of their requests, and this one is the last of its connection. */
  function answerOn(socket: Socket, problem: Problem): void {
    // More of the same may arrive while it waits.
    if (refused.has(socket)) return
    refused.add(socket)
    // A request of which not all had come is the one that is refused.
    const earlier = exchanges.get(socket)?.find(({ request }) => request.complete)?.response
    if (!earlier || earlier.closed) return refuse(socket, problem)
    // It may have been told that it is the last.
    earlier.once('close', () => socket.writable && refuse(socket, problem))
  }

  function refuse(socket: Socket, problem: Problem): void {
    const { status, headers, body } = answer(problem, socket)
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
    linger(socket)
  }

  /** What was asked for is not known here. */
  function answer(problem: Problem, { remoteAddress = '' }: Socket): HttpResponse {
    const asker = { id: responses.newId(), method: '', url: '', ip: remoteAddress, protocol, rateLimit: null }
    const { status, headers, body } = responses.problem(asker, problem)
    const own = { 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
    return { status, headers: { ...headers, ...own }, body }
  }
}

/** The last two of a connection, the newest first: all before the newest have come as a whole. */
type Exchange = { request: IncomingMessage; response: ServerResponse }

/** Node's parser tells with its error what it was reading, and how far it came. */
type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number }

/** The line that the parser stopped in, as far as it came with the same packet. */
function lineOf({ rawPacket = Buffer.alloc(0), bytesParsed = 0 }: ParserError): string {
  // What was parsed may include the line's own end.
  const start = bytesParsed < 2 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 2) + 1
  const end = rawPacket.indexOf('\n', start)
  return rawPacket.toString('latin1', start, end < 0 ? rawPacket.length : end + 1)
}
