import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Problem, type ProblemCode } from '@sightline/sdk'
import type { Answer, Answers } from './answers.ts'

/**
 * The answers that Node gives before any framework sees the request, in the product's one shape (reliability.md 3.4):
 * unreadable requests, slow ones, unknown methods, unknown expectations.
 */
export type Malformed = {
  clientError(error: NodeJS.ErrnoException, socket: Socket): void
  /** Lets it answer what comes to a server. */
  attach(server: Server): Server
}

export function createMalformed(answers: Answers, protocol: 'http' | 'https'): Malformed {
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
        const { status, headers, body } = answer('expectation_failed', request.socket)
        response.writeHead(status, headers).end(body)
      })
      // Without a listener Node closes the connection of a CONNECT without a word.
      server.on('connect', (_request: IncomingMessage, socket: Duplex) => answerOn(socket as Socket, 'not_implemented'))
      return server
    },
  }

  function answerOn(socket: Socket, code: ProblemCode): void {
    const { status, headers, body } = answer(code, socket)
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
  }

  /** What was asked for is not known here. */
  function answer(code: ProblemCode, { remoteAddress = '' }: Socket): Answer {
    const asker = { id: answers.newId(), method: '', url: '', ip: remoteAddress, protocol, standing: null }
    const { status, headers, body } = answers.problem(asker, new Problem(code))
    const own = { 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
    return { status, headers: { ...headers, ...own }, body }
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
