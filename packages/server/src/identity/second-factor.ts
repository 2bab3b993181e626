import { randomBytes, randomInt } from 'node:crypto'
import { Problem } from '@sightline/sdk'
import type { Db } from '../base/db/db.ts'
import type { Login } from '../store/accounts/logins.ts'
import * as store from '../store/accounts/second-factors.ts'
import { takeLoginAttempt } from './login-throttle.ts'
import { auditPerson } from '../operations/accounts/person-audit.ts'
import type { IdentityContext, IdentityHandlers } from './context.ts'
import { bySession, requireProven } from './proof.ts'
import { renewSession, requireSession } from './sessions.ts'
import type { OpenSession } from './open-session.ts'
import { hashToken } from './tokens.ts'
import { otpauthUri, stepOfCode, toBase32 } from './totp.ts'

type SecondFactorHandlers = Pick<IdentityHandlers, 'enrollSecondFactor' | 'activateSecondFactor' | 'removeSecondFactor'>

const SECRET_BYTES = 20
const RECOVERY_CODES = 10

export const secondFactorHandlers: SecondFactorHandlers = {
  enrollSecondFactor: async (context) => {
    const secret = randomBytes(SECRET_BYTES)
    const email = await withOwnLogin(context, async (db, login) => {
      if (login.secondFactorAt) throw alreadyOn()
      await store.beginSecondFactor(db, login.id, seal(context, login.id, secret))
      return login.email
    })
    const uri = otpauthUri(secret, { issuer: 'Sightline', account: email })
    return { output: { secret: toBase32(secret), otpauthUri: uri } }
  },

  activateSecondFactor: async (context, { body }) => {
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, mintRecoveryCode)
    const token = await provenNow(context, async (db, login, session) => {
      if (login.secondFactorAt) throw alreadyOn()
      if (!login.secondFactor)
        throw new Problem('conflict', { message: 'Begin with the app first, then send its code.' })
      if (!(await useAppCode(db, context, login, body.code))) return null
      await store.activateSecondFactor(db, login.id, context.now)
      await store.deleteRecoveryCodes(db, login.id)
      await store.insertRecoveryCodes(db, login.id, recoveryCodes.map(hashOfRecoveryCode))
      const renewed = await renewSession(db, session)
      await auditPerson(db, login, 'person.activate_second_factor')
      return renewed
    })
    return { output: { recoveryCodes }, token }
  },

  removeSecondFactor: async (context, { body: { code } }) => {
    const token = await provenNow(context, async (db, login, session) => {
      if (!(await useCode(db, context, login, code))) return null
      await store.removeSecondFactor(db, login.id)
      await store.deleteRecoveryCodes(db, login.id)
      const renewed = await renewSession(db, session)
      await auditPerson(db, login, 'person.remove_second_factor')
      return renewed
    })
    return { output: { removed: true as const }, token }
  },
}

/** A code of the app or a recovery code; each is good once. @param login locked */
export async function useCode(db: Db, context: IdentityContext, login: Login, code: string): Promise<boolean> {
  if (!login.secondFactorAt) return false
  if (/^[\d\s]{6,9}$/.test(code)) return useAppCode(db, context, login, code)
  return store.takeRecoveryCode(db, login.id, hashOfRecoveryCode(code))
}

async function useAppCode(db: Db, { services, now }: IdentityContext, login: Login, code: string): Promise<boolean> {
  if (!login.secondFactor) return false
  const secret = Buffer.from(services.encryption.unseal(login.secondFactor, placeOf(login.id)), 'base64')
  const step = stepOfCode(secret, code.replaceAll(/\s/g, ''), { atMs: now.getTime(), lastStep: login.secondFactorStep })
  if (step === undefined) return false
  await store.noteStep(db, login.id, step)
  return true
}

/** What needs another proof than the cookie; wrong ones are counted. @param work null: it was wrong */
async function provenNow(
  context: IdentityContext,
  work: (db: Db, login: Login, session: OpenSession) => Promise<string | null>,
): Promise<string> {
  const session = requireSession(context)
  const attempt = await takeLoginAttempt(context.services, {
    account: session.personId,
    address: context.visitor.address,
  })
  const token = await withOwnLogin(context, (db, login) => work(db, login, session))
  if (token === null) throw wrongCode()
  await attempt.succeeded()
  return token
}

function withOwnLogin<Result>(
  context: IdentityContext,
  work: (db: Db, login: Login) => Promise<Result>,
): Promise<Result> {
  const session = requireSession(context)
  return context.services.database.withUser(session.personId, async (db) =>
    work(db, await requireProven(db, bySession(session))),
  )
}

const placeOf = (personId: string): string => `second_factor ${personId}`

const seal = ({ services }: IdentityContext, personId: string, secret: Buffer): Buffer =>
  services.encryption.seal(secret.toString('base64'), placeOf(personId))

/** Without the letters that look like digits. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** `k3xt7-q9mzb-4hfwe`: 74 bits of chance. */
function mintRecoveryCode(): string {
  const characters = Array.from({ length: 15 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
  return (characters.match(/.{5}/g) ?? []).join('-')
}

const hashOfRecoveryCode = (code: string): Buffer => hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))

export const wrongCode = (): Problem =>
  new Problem('sign_in_failed', {
    message: 'The code is not right. Wait for the next one of the app, or use a recovery code.',
  })

const alreadyOn = (): Problem =>
  new Problem('conflict', { message: 'There is a second factor already. Remove it first to begin with another app.' })
