import assert from 'node:assert/strict'
import type { AuditEntry, Page, ProblemBody } from '@sightline/sdk'
import { newMember, openBrowser, type SignedIn } from './browser.ts'
import { openTestApp, type Tenant, type TestApp } from './test-app.ts'
import type { Reply } from './http.ts'

/** An organization with an owner who is signed in, in a house whose clock the test turns. */
export type SignInScene = {
  house: TestApp
  tenant: Tenant
  owner: SignedIn
  clock: { now: number }
  /** An address of the organization's door. */
  inside(path: string): string
  signIn(email: string, password: string): Promise<Reply>
  /** What the log says that somebody did, the oldest first. */
  actionsOf(personId: string): Promise<string[]>
}

export async function openSignInScene(): Promise<SignInScene> {
  const clock = { now: Date.now() }
  const house = await openTestApp({ now: () => new Date(clock.now) })
  const tenant = await house.tenant()
  const owner = await newMember(house, tenant, 'owner')
  const inside = (path: string): string => `/organizations/${tenant.organizationId}${path}`
  return {
    house,
    tenant,
    owner,
    clock,
    inside,
    signIn: (email, password) =>
      openBrowser(house.origin).ask('/sign-in', { method: 'POST', body: { email, password } }),
    actionsOf: async (personId) => {
      const { data } = await owner.get<Page<AuditEntry>>(inside(`/audit?subject=${personId}&limit=200`))
      return data.map(({ action }) => action).toReversed()
    },
  }
}

export const errorOf = ({ text }: { text: string }): ProblemBody['error'] => (JSON.parse(text) as ProblemBody).error

/** Of attempts, which no header tells of: where they stand would help who guesses. */
export function tooMany(reply: Reply): ProblemBody['error'] {
  assert.equal(reply.status, 429, reply.text)
  const error = errorOf(reply)
  assert.equal(error.code, 'rate_limited')
  assert.equal(reply.headers.get('retry-after'), String(error.retryAfterSeconds))
  return error
}
