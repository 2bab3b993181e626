import type { StoredSession } from '../store/accounts/web-sessions.ts'

/** A session whose cookie came with the request. */
export type OpenSession = StoredSession & { tokenHash: Buffer }
