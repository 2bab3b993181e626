import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { keepAliveOptions } from '../db/dead-peer-detection.ts'
import { JOBS_CHANNEL } from './jobs.ts'

const RECONNECT_MS = 200
/** For connecting and for LISTEN each. */
const CONNECT_MS = 2_000

/**
 * Hears of jobs that are due, when the transaction that added them has committed. What is missed while the connection is
 * away, or dead without anybody's knowing, is found by the runner's poll.
 * @param onJobs told their tasks; null: there may be any
 */
export function listenForJobs(url: string, onJobs: (tasks: readonly string[] | null) => void): () => Promise<void> {
  const closing = new AbortController()
  const done = keepListening()
  return () => {
    closing.abort()
    return done
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce().catch(() => {})
      if (!closing.signal.aborted) await sleep(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function listenOnce(): Promise<void> {
    const client = new Client({
      connectionString: url,
      application_name: 'sightline queue listener',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      ...keepAliveOptions(),
    })
    const ended = new Promise<void>((resolve) => client.on('end', resolve))
    const end = (): void => void client.connection.stream.destroy()
    client.on('error', end)
    client.on('notification', ({ payload }) => {
      if (payload) onJobs(payload.split(' '))
    })
    closing.signal.addEventListener('abort', end)
    try {
      await client.connect()
      await client.query(`listen "${JOBS_CHANNEL}"`)
      onJobs(null)
      if (!closing.signal.aborted) await ended
    } finally {
      closing.signal.removeEventListener('abort', end)
      end()
    }
  }
}
