import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Problem, problemBody, type ProblemCode } from '@sightline/sdk'

/**
 * The answers that Node gives before any framework sees the request, in the product's one shape (reliability.md 3.4):
 * unreadable requests, slow ones, unknown methods, unknown expectations.
 */
export type Malformed = {
  clientError(error: NodeJS.ErrnoException, socket: Socket): void
  /** Lets it answer what comes to a server. */
  attach(server: Server): Server
}

export function createMalformed(
  headers: (ip: string) => Record<string, string>,
  newRequestId: () => string,
  docsUrl: string,
): Malformed {
  return {
    clientError: (error, socket) => {
      // Who speaks no TLS where TLS is spoken could not read an answer.
      if (error.code === 'ECONNRESET' || /^ERR_(SSL|TLS)_/.test(error.code ?? '') || !socket.writable) {
        socket.destroy()
        return
      }
      answerOn(socket, codeOf(error))
    },
    attach: (server) => {
      server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
        const { status, text, all } = answer('expectation_failed', request.socket.remoteAddress)
        response.writeHead(status, all).end(text)
      })
      // Without a listener Node closes the connection of a CONNECT without a word.
      server.on('connect', (_request: IncomingMessage, socket: Duplex) => answerOn(socket as Socket, 'not_implemented'))
      return server
    },
  }

  function answerOn(socket: Socket, code: ProblemCode): void {
    const { status, text, all } = answer(code, socket.remoteAddress)
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`)
  }

  function answer(code: ProblemCode, ip = '') {
    const requestId = newRequestId()
    const problem = new Problem(code)
    const text = JSON.stringify(problemBody(problem, requestId, docsUrl))
    const all: Record<string, string> = {
      ...headers(ip),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'x-request-id': requestId,
      connection: 'close',
    }
    return { status: problem.status, text, all }
  }
}

function codeOf(error: NodeJS.ErrnoException): ProblemCode {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'headers_too_large'
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'request_timeout'
    case 'HPE_INVALID_METHOD':
      return 'not_implemented'
    default:
      return 'invalid_request'
  }
}
