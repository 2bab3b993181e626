import assert from 'node:assert/strict'
import { Problem, sessionOperations, type AnyOperation, type AskedOf, type OutputOf, type Role } from '@sightline/sdk'
import { operate } from '../../packages/server/src/commands/with-app.ts'
import { acceptInvitation } from '../../packages/server/src/operations/accounts/invitations.ts'
import { memberCaller } from '../../packages/server/src/operations/accounts/people.ts'
import type { Tenant, TestApp } from './test-app.ts'

type Asked<Op extends AnyOperation> = AskedOf<Op> & { idempotencyKey?: string }
type Ask = <Op extends AnyOperation>(operation: Op, asked?: Asked<Op>) => Promise<OutputOf<Op>>

/** Somebody who works in an organization, with what their browser's session lets them do. */
export type Person = { personId: string; email: string; ask: Ask }

const ADDRESS = 'https://sightline.example/session'

/** An invitation handed on and accepted. */
export async function join(
  house: TestApp,
  { organizationId }: Pick<Tenant, 'organizationId'>,
  role: Role,
  email = `${role}@acme.example`,
): Promise<Person> {
  const { secret } = await operate(house.app, organizationId, sessionOperations.inviteMember, { body: { email, role } })
  const { personId } = await acceptInvitation(house.app.services, { token: tokenIn(secret), name: `The ${role}` })
  return { personId, email, ask: askAs(house, organizationId, personId) }
}

export const tokenIn = (link: string): string => link.split('/').at(-1) ?? ''

/** Through the dispatcher, as the session's door will: the caller is read anew for every call. */
export function askAs({ app }: Pick<TestApp, 'app'>, organizationId: string, personId: string): Ask {
  return async (operation, { params = {}, query = {}, body, idempotencyKey } = {}) => {
    const caller = await memberCaller(app.database.reader(organizationId), organizationId, personId)
    assert.ok(caller, 'a member asks')
    const { output } = await app.dispatch({
      operation,
      caller,
      input: { params, query, body },
      address: `${ADDRESS}${operation.path}`,
      idempotencyKey,
    })
    // The dispatcher held it against this operation's schema.
    return output as OutputOf<typeof operation>
  }
}

/** The problem that a call ends with. */
export async function problemOf(call: Promise<unknown>): Promise<Problem> {
  const error = await call.then(
    () => assert.fail('the call was answered'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Problem, String(error))
  return error
}
