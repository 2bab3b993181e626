import type { Reader } from '../../platforms/collect.ts'
import { unread } from '../../platforms/failures.ts'
import type { Platform, Reading, Reply } from '../../platforms/platform.ts'
import { failedReading } from '../../platforms/reading.ts'
import type { TextReading } from '../../threads/text-threads.ts'

/** Reads a platform's replies in the threads for strangers' texts; one that is given up there fails the answer. */
export function readerOf(threads: TextReading, organizationId: string, { slug, provider }: Platform): Reader {
  const name = { slug, provider }
  // Most answers are one reply: judged and read at once.
  const readings = new Map<Reply, Reading>()
  return {
    failure: async (reply) => {
      const read = await threads.one(organizationId, 'readReply', name, reply)
      if (read.unread !== null) return unread(read.unread)
      readings.set(reply, read.value.reading)
      return read.value.failure
    },
    read: async (replies) => {
      const [only] = replies
      const known = replies.length === 1 && only ? readings.get(only) : undefined
      if (known) return known
      const read = await threads.one(organizationId, 'readReplies', name, replies)
      return read.unread === null ? read.value : failedReading(unread(read.unread).code)
    },
  }
}
