import { Problem } from '@sightline/sdk'
import type { Db } from '../base/db/db.ts'
import { isClaimed } from '../store/accounts/installation.ts'
import { lockLogin, loginOf, setPassword, type Login } from '../store/accounts/logins.ts'
import { setUserContext } from '../store/accounts/people.ts'
import { personOfReset, deleteResetsOf } from '../store/accounts/password-resets.ts'
import { deleteSessionsOf, nameToken } from '../store/accounts/web-sessions.ts'
import { takeLoginAttempt } from './login-throttle.ts'
import { auditPerson } from '../operations/accounts/person-audit.ts'
import type { Answered, IdentityContext, IdentityHandlers } from './context.ts'
import { hashPassword, isPassword, refuseCommonPassword } from './passwords.ts'
import { byPassword, markOf, requireProven, type Proof } from './proof.ts'
import { useCode, wrongCode } from './second-factor.ts'
import { openSession, presentSession } from './sessions.ts'
import { signedState } from './signed-state.ts'
import { hashToken } from './tokens.ts'

type SignInHandlers = Pick<IdentityHandlers, 'getSignInOptions' | 'signIn' | 'confirmSecondFactor' | 'resetPassword'>

export const signInHandlers: SignInHandlers = {
  getSignInOptions: async ({ services, options }) => ({
    output: {
      // The demo's visitors come by its own link.
      needsSetup: !options.isDemo && !(await isClaimed(services.database.systemDb)),
      canSignUp: options.canSignUp,
      singleSignOn: options.provider && { name: options.provider.name },
      isDemo: options.isDemo,
    },
  }),

  signIn: async (context, { body }) => {
    const login = await provenByPassword(context, body.email, body.password)
    if (login.secondFactorAt)
      return { output: { status: 'second_factor', ticket: provenPassword.seal(context, ticketOf(login)) } }
    const { output: session, token } = await enter(context, byPassword(login), 'password')
    return { output: { status: 'signed_in', session }, ...(token !== undefined && { token }) }
  },

  confirmSecondFactor: async (context, { body }) => {
    const { services, visitor } = context
    const proven = provenPassword.open(context, body.ticket)
    if (proven === null) throw enterPasswordAgain()
    const { personId } = proven
    const attempt = await takeLoginAttempt(services, { account: personId, address: visitor.address })
    const entered = await services.database.withUser(personId, async (db) => {
      const login = await lockLogin(db, personId)
      // With its password the ticket ends.
      if (!login || markOf(login.password) !== proven.password) throw enterPasswordAgain()
      if (!(await useCode(db, context, login, body.code))) return null
      return enterIn(db, context, byPassword(login), 'password and second factor')
    })
    if (!entered) throw wrongCode()
    await attempt.succeeded()
    return entered
  },

  resetPassword: async (context, { body: { token, newPassword } }) => {
    const { services, now, visitor } = context
    const attempt = await takeLoginAttempt(services, { account: null, address: visitor.address })
    const tokenHash = hashToken(token)
    const login = await services.database.withoutTenant((db) => resettable(db, tokenHash, now))
    if (!login) throw new Problem('link_not_valid')
    refuseCommonPassword(newPassword, { email: login.email, field: 'newPassword' })
    const password = await hashPassword(newPassword)
    await services.database.withUser(login.id, async (db) => {
      // Asked for again under the person's lock: of two who hold the link one uses it.
      await lockLogin(db, login.id)
      if (!(await resettable(db, tokenHash, now))) throw new Problem('link_not_valid')
      await setPassword(db, login.id, password, now)
      await deleteResetsOf(db, login.id)
      await deleteSessionsOf(db, login.id)
      await auditPerson(db, login, 'person.reset_password')
    })
    await attempt.succeeded()
    return { output: { email: login.email } }
  },
}

/** The account whose password this is. @throws Problem sign_in_failed, the same for no account as for a wrong password */
export async function provenByPassword(
  { services, visitor }: IdentityContext,
  email: string,
  password: string,
): Promise<Login> {
  const attempt = await takeLoginAttempt(services, { account: email, address: visitor.address })
  const login = await services.database.withoutTenant((db) => loginByEmail(db, email))
  const isRight = await isPassword(password, login?.password ?? null)
  if (!login || !isRight)
    throw new Problem('sign_in_failed', { message: 'The e-mail address or the password is not right.' })
  await attempt.succeeded()
  return login
}

/** A session for somebody who has proved who they are. @throws Problem sign_in_failed where that holds no longer */
export const enter = (context: IdentityContext, proof: Proof, by: string) =>
  context.services.database.withoutTenant((db) => enterIn(db, context, proof, by))

export async function enterIn(
  db: Db,
  context: IdentityContext,
  proof: Proof,
  by: string,
): Promise<Answered<Awaited<ReturnType<typeof presentSession>>>> {
  const { id: personId } = await requireProven(db, proof)
  const { id, token } = await openSession(db, context, personId)
  const output = await presentSession(db, context, { id, personId })
  await auditPerson(db, { id: personId, email: output.person.email }, 'person.sign_in', {
    by,
    address: context.visitor.address,
  })
  return { output, token }
}

async function loginByEmail(db: Db, email: string): Promise<Login | undefined> {
  await setUserContext(db, email)
  const person = await loginOf(db, email)
  if (!person) return undefined
  // What they sign in with is seen by their id only.
  await setUserContext(db, person.id)
  return loginOf(db, person.id)
}

async function resettable(db: Db, tokenHash: Buffer, at: Date): Promise<Login | undefined> {
  await nameToken(db, tokenHash)
  const personId = await personOfReset(db, tokenHash, at)
  if (personId === undefined) return undefined
  await setUserContext(db, personId)
  return loginOf(db, personId)
}

/** Whose password was right, and which, where a second factor is asked for. */
const provenPassword = signedState<{ personId: string; password: string }>('second factor', 5 * 60_000)
const ticketOf = ({ id, password }: Login) => ({ personId: id, password: markOf(password) })

const enterPasswordAgain = (): Problem =>
  new Problem('sign_in_failed', { message: 'That took too long. Enter your password again.' })
