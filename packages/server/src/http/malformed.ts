import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Problem, problemBody, type ProblemCode } from '@sightline/sdk'

/**
 * The answers that Node gives before any framework sees the request, in the product's one shape (reliability.md 3.4):
 * unreadable requests, slow ones, unknown methods, unknown expectations.
 */
export type Malformed = {
  clientError(error: NodeJS.ErrnoException, socket: Socket): void
  attach(server: Server): void
}

export function createMalformed(
  headers: () => Record<string, string>,
  newRequestId: () => string,
  docsUrl: string,
): Malformed {
  return {
    clientError: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy()
        return
      }
      const { status, text, all } = answer(codeOf(error))
      const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`)
    },
    attach: (server) => {
      server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
        const { status, text, all } = answer('expectation_failed')
        response.writeHead(status, all).end(text)
      })
    },
  }

  function answer(code: ProblemCode) {
    const requestId = newRequestId()
    const problem = new Problem(code)
    const text = JSON.stringify(problemBody(problem, requestId, docsUrl))
    const all: Record<string, string> = {
      ...headers(),
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
