import { Problem } from '@sightline/sdk'
import { lockLogin, loginOf, setPassword } from '../store/logins.ts'
import { renamePerson } from '../store/people.ts'
import * as store from '../store/web-sessions.ts'
import { takeAttempt } from './attempts.ts'
import { auditPerson } from './audit.ts'
import type { IdentityContext, IdentityHandlers } from './context.ts'
import { hashPassword, isPassword, refuseCommonPassword } from './passwords.ts'
import { aliveAt, presentSession, renewSession, requireSession } from './sessions.ts'

type OwnSessionHandlers = Pick<
  IdentityHandlers,
  'getSession' | 'signOut' | 'listSessions' | 'endSession' | 'updatePerson' | 'changePassword'
>

/** What somebody who is signed in does with their own sessions and account. */
export const ownSessionHandlers: OwnSessionHandlers = {
  getSession: async (context) => {
    const session = requireSession(context)
    return { output: await context.services.database.outside((db) => presentSession(db, context, session)) }
  },

  signOut: async (context) => {
    const { id, personId } = requireSession(context)
    await context.services.database.asPerson(personId, (db) => store.deleteSession(db, personId, id))
    return { output: { signedOut: true as const }, token: null }
  },

  listSessions: async (context) => {
    const { id, personId } = requireSession(context)
    const found = await context.services.database.asPerson(personId, (db) =>
      store.listSessions(db, personId, aliveAt(context.now)),
    )
    const data = found.map((session) => ({
      id: session.id,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.seenAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      userAgent: session.userAgent,
      address: session.address,
      isCurrent: session.id === id,
    }))
    return { output: { data } }
  },

  endSession: async (context, { params: { id } }) => {
    const own = requireSession(context)
    await context.services.database.asPerson(own.personId, (db) => store.deleteSession(db, own.personId, id))
    return { output: { id, deleted: true as const }, ...(id === own.id && { token: null }) }
  },

  updatePerson: async (context, { body: { name } }) => {
    const session = requireSession(context)
    return context.services.database.asPerson(session.personId, async (db) => {
      await renamePerson(db, session.personId, name)
      const output = await presentSession(db, context, session)
      await auditPerson(db, output.person, 'person.update', { name })
      return { output }
    })
  },

  changePassword: async (context, { body: { currentPassword, newPassword } }) => {
    const { services, now, visitor } = context
    const session = requireSession(context)
    const email = await requireOwnPassword(context, currentPassword)
    refuseCommonPassword(newPassword, { email, field: 'newPassword' })
    const password = await hashPassword(newPassword)
    return services.database.asPerson(session.personId, async (db) => {
      await lockLogin(db, session.personId)
      await setPassword(db, session.personId, password, now)
      const token = await renewSession(db, session)
      await auditPerson(db, { id: session.personId, email }, 'person.change_password', { address: visitor.address })
      return { output: await presentSession(db, context, session), token }
    })
  },
}

/** @returns the account's address; @throws Problem sign_in_failed */
async function requireOwnPassword(context: IdentityContext, password: string | undefined): Promise<string> {
  const { services, visitor } = context
  const { personId } = requireSession(context)
  const attempt = await takeAttempt(services, { account: personId, address: visitor.address })
  const login = await services.database.asPerson(personId, (db) => loginOf(db, personId))
  if (!login) throw new Problem('not_signed_in')
  if (login.password !== null && !(await isPassword(password ?? '', login.password)))
    throw new Problem('sign_in_failed', { message: 'The present password is not right.' })
  await attempt.succeeded()
  return login.email
}
