import { z } from 'zod'
import { identityGet, identityPatch, identityPost, identityRemove } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { deleted, instant } from './common.ts'
import { personName } from './people.ts'
import { knownPassword, newPassword, webSession } from './identity.ts'

export const liveSession = z.object({
  id: id('session'),
  createdAt: instant,
  lastSeenAt: instant.meta({ description: 'Exact to a minute.' }),
  expiresAt: instant.meta({ description: 'However much it is used; it ends earlier when it is not.' }),
  userAgent: z.string().meta({ description: 'As the browser named itself when it signed in.', 'x-untrusted': true }),
  address: z.string().meta({ description: 'Where it signed in from.' }),
  isCurrent: z.boolean(),
})
export type LiveSession = z.output<typeof liveSession>

export const sessionsOperations = {
  getSession: identityGet({
    id: 'getSession',
    path: '/session',
    tag: 'Session',
    summary: 'Say who is signed in, and where they work',
    access: 'signedIn',
    output: webSession,
  }),
  signOut: identityPost({
    id: 'signOut',
    path: '/sign-out',
    tag: 'Session',
    summary: 'End this session',
    access: 'signedIn',
    output: z.object({ signedOut: z.literal(true) }),
  }),
  listSessions: identityGet({
    id: 'listSessions',
    path: '/sessions',
    tag: 'Session',
    summary: 'List one’s sessions, the latest first',
    access: 'signedIn',
    output: z.object({ data: z.array(liveSession) }),
  }),
  endSession: identityRemove({
    id: 'endSession',
    path: '/sessions/{id}',
    tag: 'Session',
    summary: 'End one of one’s sessions, at once and everywhere',
    access: 'signedIn',
    params: z.strictObject({ id: id('session') }),
    output: deleted,
  }),
  updatePerson: identityPatch({
    id: 'updatePerson',
    path: '/person',
    tag: 'Session',
    summary: 'Change one’s own name',
    access: 'signedIn',
    body: z.strictObject({ name: personName }),
    output: webSession,
    errors: bodyProblems,
  }),
  changePassword: identityPost({
    id: 'changePassword',
    path: '/password',
    tag: 'Session',
    summary: 'Change one’s password',
    description:
      'Ends all other sessions. An account that has no password yet sets its first one without the present one.',
    access: 'signedIn',
    body: z.strictObject({ currentPassword: knownPassword.optional(), newPassword }),
    output: webSession,
    errors: [...bodyProblems, 'sign_in_failed'],
  }),
}
