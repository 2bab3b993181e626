import type { OpenSession } from './open-session.ts'
import { Problem, type WebSession } from '@sightline/sdk'
import type { Services } from '../operations/context.ts'
import type { Db } from '../base/db/db.ts'
import { setOrganizationContext } from '../store/accounts/installation.ts'
import { loginOf, membershipsOf } from '../store/accounts/logins.ts'
import { organizationById } from '../store/accounts/organizations.ts'
import { setUserContext } from '../store/accounts/people.ts'
import * as store from '../store/accounts/web-sessions.ts'
import type { IdentityContext } from './context.ts'
import { hashToken, keyedHash, mintToken } from './tokens.ts'

/** However much it is used. */
const LIFE_MS = 30 * 86_400_000
/** Without being used. */
const IDLE_MS = 7 * 86_400_000
/** The database hears of its use no more often than this. */
const SEEN_EVERY_MS = 60_000

export const SESSION_LIFE_SECONDS = LIFE_MS / 1_000

export const aliveAt = (now: Date): store.Alive => ({ at: now, seenSince: new Date(now.getTime() - IDLE_MS) })

/** The session that a cookie's token opens, read for each request: what was ended anywhere is ended here. */
export async function readSession({ database, now }: Services, token: string): Promise<OpenSession | null> {
  const tokenHash = hashToken(token)
  const at = now()
  return database.withoutTenant(async (db) => {
    await store.nameToken(db, tokenHash)
    const session = await store.sessionByToken(db, tokenHash, aliveAt(at))
    if (!session) return null
    if (at.getTime() - session.seenAt.getTime() > SEEN_EVERY_MS) await store.noteSessionSeen(db, tokenHash, at)
    return { ...session, tokenHash }
  })
}

/** A new session for somebody who has just proved who they are; the one that their browser had ends. @returns its token */
export async function openSession(
  db: Db,
  { services, visitor, now }: IdentityContext,
  personId: string,
): Promise<{ id: string; token: string }> {
  if (visitor.session) {
    await store.nameToken(db, visitor.session.tokenHash)
    await store.deleteSessionByToken(db, visitor.session.tokenHash)
  }
  await setUserContext(db, personId)
  await store.deleteDeadSessions(db, personId, aliveAt(now))
  const id = services.newId('session')
  const token = mintToken()
  await store.insertSession(db, {
    tokenHash: hashToken(token),
    id,
    personId,
    createdAt: now,
    seenAt: now,
    expiresAt: new Date(now.getTime() + LIFE_MS),
    userAgent: visitor.userAgent.slice(0, 300),
    address: visitor.address,
  })
  return { id, token }
}

/** After a change of what protects an account: all other sessions end, and this one's token is a new one. */
export async function renewSession(db: Db, { id, personId }: OpenSession): Promise<string> {
  await setUserContext(db, personId)
  await store.deleteSessionsOf(db, personId, id)
  const token = mintToken()
  await store.renewToken(db, personId, id, hashToken(token))
  return token
}

/** @throws Problem not_signed_in */
export function requireSession({ visitor }: IdentityContext): OpenSession {
  if (!visitor.session) throw new Problem('not_signed_in')
  return visitor.session
}

/** A session as its own browser sees it. */
export async function presentSession(
  db: Db,
  { services, options }: IdentityContext,
  { id, personId }: { id: string; personId: string },
): Promise<WebSession> {
  await setUserContext(db, personId)
  const login = await loginOf(db, personId)
  if (!login) throw new Problem('not_signed_in')
  return {
    person: {
      id: personId,
      email: login.email,
      name: login.name,
      isEmailVerified: login.isEmailVerified,
      hasPassword: login.password !== null,
      hasSecondFactor: login.secondFactorAt !== null,
    },
    organizations: await workplacesOf(db, personId),
    csrfToken: csrfTokenOf(services.secret, id),
    version: options.version,
    isDemo: options.isDemo,
  }
}

/** By the organizations' names. Each is read as itself: no statement is about two of them (`docs/scaling.md`). */
async function workplacesOf(db: Db, personId: string): Promise<WebSession['organizations']> {
  const found: WebSession['organizations'] = []
  for (const { organizationId, role } of await membershipsOf(db, personId)) {
    await setOrganizationContext(db, organizationId)
    const organization = await organizationById(db, organizationId)
    if (!organization) continue
    const { id, name, plan, status } = organization
    found.push({ id, name, plan, role, status })
  }
  return found.toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Of the session, not of its token: it stays when the token is renewed. */
export const csrfTokenOf = (secret: string, sessionId: string): string =>
  keyedHash(secret, `csrf ${sessionId}`).toString('base64url')
