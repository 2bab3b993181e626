import { identityOperations, Problem } from '@sightline/sdk'
import { acceptInvitation, openInvitation } from '../operations/accounts/invitations.ts'
import type { Db } from '../base/db/db.ts'
import type { IdentityContext, IdentityHandlers } from './context.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'
import { byPassword, bySession, lockProven, type Proof } from './proof.ts'
import { enter, provenByPassword } from './sign-in.ts'

type AcceptanceHandlers = Pick<IdentityHandlers, 'getInvitation' | 'acceptInvitation'>

export const acceptanceHandlers: AcceptanceHandlers = {
  getInvitation: async ({ services }, { params: { token } }) => {
    const { personId, ...invitation } = await openInvitation(services, token)
    return { output: { ...invitation, hasAccount: personId !== null } }
  },

  acceptInvitation: async (context, { params: { token }, body }) => {
    const { services } = context
    const { email, personId } = await openInvitation(services, token)
    if (personId === null) {
      const password = await passwordOf(email, body)
      const accepting = { as: 'newcomer', password } as const
      const accepted = await acceptInvitation(services, { token, name: body.name ?? email, accepting })
      return enter(context, byPassword({ id: accepted.personId, password }), 'invitation')
    }
    const proof = await holder(context, { email, personId }, body.password)
    const isProven = async (db: Db): Promise<boolean> => (await lockProven(db, proof)) !== undefined
    await acceptInvitation(services, { token, name: email, accepting: { as: 'holder', personId, isProven } })
    return enter(context, proof, 'invitation')
  },
}

/** The hash of what somebody new chose. */
async function passwordOf(
  email: string,
  { name, password }: { name?: string | undefined; password?: string | undefined },
): Promise<string> {
  const missing = [name === undefined && 'name', password === undefined && 'password'].filter(
    (field) => field !== false,
  )
  if (password === undefined || missing.length > 0) throw lacking(missing)
  const chosen = identityOperations.setUp.body.shape.password.safeParse(password)
  if (!chosen.success) {
    const message = chosen.error.issues[0]?.message ?? ''
    throw new Problem('validation_failed', { message, details: [{ path: 'password', code: 'custom', message }] })
  }
  refuseCommonPassword(password, { email, field: 'password' })
  return hashPassword(password)
}

function lacking(fields: string[]): Problem {
  const message = 'Must be given: there is no account with this e-mail address yet.'
  return new Problem('validation_failed', { details: fields.map((path) => ({ path, code: 'missing', message })) })
}

/** Signed in with that very address, or its password. */
async function holder(
  context: IdentityContext,
  { email, personId }: { email: string; personId: string },
  password: string | undefined,
): Promise<Proof> {
  const { session } = context.visitor
  if (session?.personId === personId) return bySession(session)
  if (password === undefined)
    throw new Problem('sign_in_failed', { message: `Sign in as ${email}, or enter its password, to accept.` })
  const login = await provenByPassword(context, email, password)
  if (login.secondFactorAt)
    throw new Problem('sign_in_failed', { message: 'This account has a second factor. Sign in first, then accept.' })
  return byPassword(login)
}
