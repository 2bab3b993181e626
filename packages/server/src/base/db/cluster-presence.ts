import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'

export type ClusterPresence = {
  /** Ends it. @returns whether nobody else is present; false where the cluster cannot be reached */
  end(): Promise<boolean>
}

/** Held, shared, by every process that uses the cluster: whoever gets it alone is the last one. */
const PRESENCE_LOCK = 771_001
const RETRY_MS = 300
/** In which those who lost the server with this process say again that they use it; who does not finds it stopped, and starts it. */
const OTHERS_RETURN_MS = 4 * RETRY_MS
const CANNOT_CONNECT_NOW = '57P03'
/** A minute of recovery. */
const STARTING_TRIES = 200

/**
 * Says on a connection of its own that this process uses the cluster, and says it anew when that connection was lost:
 * else the next command beside it would take itself for the last one and stop the cluster.
 * @param revive called while the cluster cannot be reached; what it is given says whether that still matters
 */
export async function stayPresent(
  adminUrl: string,
  revive: (isWanted: () => boolean) => Promise<void>,
): Promise<ClusterPresence> {
  const ending = new AbortController()
  let client = await announce()
  return {
    end: async () => {
      ending.abort()
      const left = client
      const isLast = await isAlone(left)
        .catch(isAloneAfterLoss)
        .catch(() => false)
      await left.end().catch(() => {})
      return isLast
    },
  }

  /** The server crashed and is back, and this process had not said so again: nor may others have. */
  async function isAloneAfterLoss(): Promise<boolean> {
    const back = await connectWhenReady(adminUrl)
    try {
      await back.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK])
      await sleep(OTHERS_RETURN_MS)
      return await isAlone(back)
    } finally {
      await back.end().catch(() => {})
    }
  }

  async function announce(): Promise<Client> {
    const connected = await connectWhenReady(adminUrl)
    await connected.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK])
    connected.once('end', () => void comeBack())
    return connected
  }

  async function comeBack(): Promise<void> {
    let reviving: Promise<void> | null = null
    while (!ending.signal.aborted)
      try {
        client = await announce()
        if (ending.signal.aborted) await client.end()
        return
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false })
        // Not waited for: it takes its turn after one that leaves, who waits to hear who else is there.
        reviving ??= revive(() => !ending.signal.aborted)
          .catch(() => {})
          .finally(() => (reviving = null))
      }
  }
}

async function isAlone(client: Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [PRESENCE_LOCK])
  const { rows } = await client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [PRESENCE_LOCK])
  return rows[0]?.won === true
}

/** A cluster that recovers from a crash refuses connections until it is done. */
async function connectWhenReady(adminUrl: string): Promise<Client> {
  for (let tries = 1; ; tries += 1) {
    const client = new Client({ connectionString: adminUrl, application_name: 'sightline presence' })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      const isStarting = error instanceof DatabaseError && error.code === CANNOT_CONNECT_NOW
      if (!isStarting || tries === STARTING_TRIES) throw error
      await sleep(RETRY_MS)
    }
  }
}
