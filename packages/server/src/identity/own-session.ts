import { Problem } from '@sightline/sdk'
import { loginOf, setPassword, type Login } from '../store/accounts/logins.ts'
import { renamePerson } from '../store/accounts/people.ts'
import * as store from '../store/accounts/web-sessions.ts'
import { takeLoginAttempt } from './login-throttle.ts'
import { auditPerson } from '../operations/accounts/person-audit.ts'
import type { IdentityContext, IdentityHandlers } from './context.ts'
import { hashPassword, isPassword, refuseCommonPassword } from './passwords.ts'
import { byPassword, bySession, requireProven } from './proof.ts'
import { aliveAt, presentSession, renewSession, requireSession } from './sessions.ts'

type OwnSessionHandlers = Pick<
  IdentityHandlers,
  'getSession' | 'signOut' | 'listSessions' | 'endSession' | 'updatePerson' | 'changePassword'
>

/** What somebody who is signed in does with their own sessions and account. */
export const ownSessionHandlers: OwnSessionHandlers = {
  getSession: async (context) => {
    const session = requireSession(context)
    return { output: await context.services.database.withoutTenant((db) => presentSession(db, context, session)) }
  },

  signOut: async (context) => {
    const { id, personId } = requireSession(context)
    await context.services.database.withUser(personId, (db) => store.deleteSession(db, personId, id))
    return { output: { signedOut: true as const }, token: null }
  },

  listSessions: async (context) => {
    const { id, personId } = requireSession(context)
    const found = await context.services.database.withUser(personId, (db) =>
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
    await context.services.database.withUser(own.personId, (db) => store.deleteSession(db, own.personId, id))
    return { output: { id, deleted: true as const }, ...(id === own.id && { token: null }) }
  },

  updatePerson: async (context, { body: { name } }) => {
    const session = requireSession(context)
    return context.services.database.withUser(session.personId, async (db) => {
      await requireProven(db, bySession(session))
      await renamePerson(db, session.personId, name)
      const output = await presentSession(db, context, session)
      await auditPerson(db, output.person, 'person.update', { name })
      return { output }
    })
  },

  changePassword: async (context, { body: { currentPassword, newPassword } }) => {
    const { services, now, visitor } = context
    const session = requireSession(context)
    const login = await requireOwnPassword(context, currentPassword)
    refuseCommonPassword(newPassword, { email: login.email, field: 'newPassword' })
    const password = await hashPassword(newPassword)
    return services.database.withUser(session.personId, async (db) => {
      await requireProven(db, bySession(session), byPassword(login))
      await setPassword(db, session.personId, password, now)
      const token = await renewSession(db, session)
      await auditPerson(db, login, 'person.change_password', { address: visitor.address })
      return { output: await presentSession(db, context, session), token }
    })
  },
}

/** @returns what the password was compared with; @throws Problem sign_in_failed */
async function requireOwnPassword(context: IdentityContext, password: string | undefined): Promise<Login> {
  const { services, visitor } = context
  const { personId } = requireSession(context)
  const attempt = await takeLoginAttempt(services, { account: personId, address: visitor.address })
  const login = await services.database.withUser(personId, (db) => loginOf(db, personId))
  if (!login) throw new Problem('not_signed_in')
  if (login.password !== null && !(await isPassword(password ?? '', login.password)))
    throw new Problem('sign_in_failed', { message: 'The present password is not right.' })
  await attempt.succeeded()
  return login
}
