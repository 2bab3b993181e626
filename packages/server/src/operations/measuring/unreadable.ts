import type { Answer, UnreadableReason } from '@sightline/sdk'
import { TEXT_BYTES, TEXT_MS } from '../../threads/threads.ts'

const SAYS: Record<UnreadableReason, string> = {
  too_slow: `Reading it took longer than ${TEXT_MS / 1_000} s.`,
  too_large: `Reading it needed more than ${TEXT_BYTES / 2 ** 20} MB of memory.`,
  failed: 'Reading it failed; the log of the service says where.',
}

/** Why an answer could not be read, in a sentence; null: it was. */
export const toUnreadable = (reason: UnreadableReason | null): Answer['unreadable'] =>
  reason === null ? null : { reason, says: SAYS[reason] }
