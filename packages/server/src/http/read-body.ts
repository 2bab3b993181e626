import type { IncomingMessage } from 'node:http'
import { Problem } from '@sightline/sdk'

/** Requests are small, in bytes. */
export const BODY_LIMIT = 64 * 1_024
/** Those that are not: imports, 5,000 ids (165 KB), and 200 prompts of 3,100 characters (2.5 MB where each takes four bytes). */
const LARGE_BODY_LIMITS: Readonly<Record<string, number>> = {
  importAnswers: 16 * 1_024 * 1_024,
  startRun: 256 * 1_024,
  createPrompts: 4 * 1_024 * 1_024,
}

export const bodyLimitOf = ({ id }: { id: string }): number => LARGE_BODY_LIMITS[id] ?? BODY_LIMIT

/**
 * How long nothing may come of a body: the caller is answered within 2 s (E8), with what counting
 * the call took before, and a packet that is lost twice still comes in time (TCP sends it again after about 0.2 and 0.6 s).
 */
const SILENCE_MS = 1_200
/** Of a body that is already larger than most may be: it proved to be an import or a long list, and its line may be poor. */
const LARGE_SILENCE_MS = 10_000
/** A body that trickles is no body: 64 KiB in this time is 2 KiB/s. */
const WHOLE_MS = 30_000
/** After a refusal, for which no body is read: long enough to hear it. */
const UNREAD_MS = 5_000
/** The largest import passes at 56 KiB/s; Node's own limit for a whole request. */
export const LARGE_WHOLE_MS = 300_000

/**
 * The bytes of a body of at most so many.
 * @param onPart told of the bytes of each part; what it throws ends the reading
 * @throws Problem payload_too_large, request_timeout for one that stops or trickles, invalid_request for one that breaks off
 */
export function readBody(request: IncomingMessage, limit: number, onPart: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > limit) throw new Problem('payload_too_large')
    const chunks: Buffer[] = []
    let received = 0
    const wait = openWait(limit, () => end(() => reject(new Problem('request_timeout'))))
    const onChunk = (chunk: Buffer): void => {
      chunks.push(chunk)
      received += chunk.length
      if (received > limit) return end(() => reject(new Problem('payload_too_large')))
      try {
        onPart(chunk.length)
        wait.goOn(received)
      } catch (error) {
        end(() => reject(error))
      }
    }
    const onEnd = (): void => end(() => resolve(Buffer.concat(chunks, received)))
    const onError = (): void =>
      end(() => reject(new Problem('invalid_request', { message: 'The connection ended before the body did.' })))
    request.on('data', onChunk).on('end', onEnd).on('error', onError)

    /** What still comes is thrown away by Node, on a connection that ends with the answer. */
    function end(settle: () => void): void {
      wait.end()
      request.off('data', onChunk).off('end', onEnd).off('error', onError).on('error', ignore)
      settle()
    }
  })
}

/** The patience with one body: from now on, and anew with every part of it. */
function openWait(limit: number, onLate: () => void): { goOn(received: number): void; end(): void } {
  const whole = setTimeout(onLate, limit > BODY_LIMIT ? LARGE_WHOLE_MS : WHOLE_MS)
  let silence = setTimeout(look, SILENCE_MS)
  let late: NodeJS.Immediate | undefined
  return {
    goOn: (received) => {
      stop()
      silence = setTimeout(look, received > BODY_LIMIT ? LARGE_SILENCE_MS : SILENCE_MS)
    },
    end: () => {
      stop()
      clearTimeout(whole)
    },
  }

  /** A process that was busy reads what came meanwhile before it calls anybody late. */
  function look(): void {
    late = setImmediate(onLate)
  }
  function stop(): void {
    clearTimeout(silence)
    clearImmediate(late)
  }
}

const ignore = (): void => {}

/** Who goes on sending what nobody reads may do so for a while, and then the connection ends. */
export function endUnread(request: IncomingMessage): void {
  const end = setTimeout(() => request.complete || request.destroy(), UNREAD_MS).unref()
  request.once('close', () => clearTimeout(end))
}
