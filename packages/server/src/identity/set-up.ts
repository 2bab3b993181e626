import { Problem } from '@sightline/sdk'
import { foundOrganization } from '../operations/accounts/organizations.ts'
import { joinOrganization } from '../operations/accounts/people.ts'
import type { Db } from '../base/db/db.ts'
import * as installation from '../store/accounts/installation.ts'
import { loginOf, setPassword } from '../store/accounts/logins.ts'
import { updateOrganization } from '../store/accounts/organizations.ts'
import { insertPerson, setUserContext, type Person, type Verification } from '../store/accounts/people.ts'
import { takeLoginAttempt, takeSignUp } from './login-throttle.ts'
import type { IdentityContext, IdentityHandlers } from './context.ts'
import { DEMO_OWNER } from './demo-owner.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'
import { standing } from './proof.ts'
import { enterIn } from './sign-in.ts'
import { derivedCode, isSameText } from './tokens.ts'

type SetUpHandlers = Pick<IdentityHandlers, 'setUp' | 'enterDemo' | 'signUp'>

/** What the first start calls the organization that it makes, before anybody could say a better name. */
export const FIRST_ORGANIZATION = 'My organization'

/** Behind the `#` of the links that `npm start` prints. */
export const setUpCode = (secret: string): string => derivedCode(secret, 'set-up')
export const demoCode = (secret: string): string => derivedCode(secret, 'demo')

export const setUpHandlers: SetUpHandlers = {
  setUp: async (context, { body }) => {
    await requireCode(context, body.code, setUpCode(context.services.secret))
    refuseCommonPassword(body.password, { email: body.email, field: 'password' })
    const password = await hashPassword(body.password)
    return context.services.database.withoutTenant(async (db) => {
      if (!(await installation.claim(db, context.now)))
        throw new Problem('link_not_valid', {
          message: 'Somebody has an account already. Sign in, or ask for an invitation.',
        })
      await installation.nameUnclaimed(db)
      const found = await installation.listSeenOrganizations(db)
      // Only the operator was shown the link.
      const operator = { by: 'operator', at: context.now } as const
      const person = await makeAccount(db, context, { name: body.name, email: body.email, password }, operator)
      await takeOver(db, context, person, found, body.organizationName)
      return enterIn(db, context, standing(person.id), 'set-up link')
    })
  },

  enterDemo: async (context, { body }) => {
    const { services, options } = context
    await requireCode(context, body.code, demoCode(services.secret), options.isDemo)
    return services.database.withUser(DEMO_OWNER, async (db) => {
      const owner = await loginOf(db, DEMO_OWNER)
      if (!owner)
        throw new Problem('service_unavailable', {
          message: 'The demo is being made. Try again in a moment.',
          retryAfterSeconds: 1,
        })
      return enterIn(db, context, standing(owner.id), 'demo link')
    })
  },

  signUp: async (context, { body }) => {
    const { services, options, visitor } = context
    if (!options.canSignUp) throw new Problem('sign_up_closed')
    await takeSignUp(services, visitor.address)
    refuseCommonPassword(body.password, { email: body.email, field: 'password' })
    const password = await hashPassword(body.password)
    return services.database.withoutTenant(async (db) => {
      const person = await makeAccount(db, context, { name: body.name, email: body.email, password }, null)
      await installation.claim(db, context.now)
      await found(db, context, person, { name: body.organizationName, plan: 'free' })
      return enterIn(db, context, standing(person.id), 'sign-up')
    })
  },
}

async function requireCode(
  { services, visitor }: IdentityContext,
  code: string,
  right: string,
  isInForce = true,
): Promise<void> {
  const attempt = await takeLoginAttempt(services, { account: null, address: visitor.address })
  if (!isSameText(code, right) || !isInForce)
    throw new Problem('link_not_valid', { message: 'This link is not valid here. "npm start" prints the one that is.' })
  await attempt.succeeded()
}

/** @throws Problem conflict for an address that has an account */
async function makeAccount(
  db: Db,
  { services, now }: IdentityContext,
  { name, email, password }: { name: string; email: string; password: string },
  verification: Verification | null,
): Promise<Person> {
  const person: Person = { id: services.newId('person'), name, email }
  await setUserContext(db, person.id)
  if (!(await insertPerson(db, person, verification)))
    throw new Problem('conflict', { message: 'There is an account with this e-mail address. Sign in instead.' })
  await setPassword(db, person.id, password, now)
  return person
}

/** The first person owns what is there: of the first start, or of a demo before it. */
async function takeOver(
  db: Db,
  context: IdentityContext,
  person: Person,
  organizations: { id: string; name: string }[],
  wantedName: string | undefined,
): Promise<void> {
  for (const { id } of organizations) await makeOwner(db, context, person, id)
  const unnamed = organizations.find(({ name }) => name === FIRST_ORGANIZATION)
  if (wantedName !== undefined && unnamed) {
    await installation.setOrganizationContext(db, unnamed.id)
    await updateOrganization(db, unnamed.id, { name: wantedName })
  } else if (wantedName !== undefined || organizations.length === 0)
    await found(db, context, person, { name: wantedName ?? FIRST_ORGANIZATION, plan: 'agency' })
}

async function found(
  db: Db,
  context: IdentityContext,
  person: Person,
  { name, plan }: { name: string; plan: 'free' | 'agency' },
): Promise<void> {
  const id = context.services.newId('organization')
  await installation.setOrganizationContext(db, id)
  await foundOrganization(db, { id, name, plan, actor: actorOf(person), at: context.now })
  await makeOwner(db, context, person, id)
}

async function makeOwner(db: Db, { now }: IdentityContext, person: Person, organizationId: string): Promise<void> {
  await installation.setOrganizationContext(db, organizationId)
  await joinOrganization(db, organizationId, { personId: person.id, role: 'owner', at: now, actor: actorOf(person) })
}

const actorOf = ({ id, email }: Person) => ({ kind: 'person' as const, personId: id, email })
