import { z } from 'zod'
import { identityGet, identityPost } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { planSlugs } from '../plans.ts'
import { roles } from '../roles.ts'
import { organizationName } from './organizations.ts'
import { email, personName } from './people.ts'

/** Counted in code points, so that no alphabet is at a disadvantage; the lengths are those of OWASP and NIST. */
export const PASSWORD_LENGTH = { min: 12, max: 256 }

/** A password that somebody chooses. Spaces at its ends belong to it. */
export const newPassword = z
  .string()
  .refine(
    (text) => Array.from(text).length >= PASSWORD_LENGTH.min,
    `Must be at least ${PASSWORD_LENGTH.min} characters.`,
  )
  .refine(
    (text) => Array.from(text).length <= PASSWORD_LENGTH.max,
    `Must be at most ${PASSWORD_LENGTH.max} characters.`,
  )
  .meta({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max })

/** A password that somebody knows: whatever it is, it is right or wrong. */
export const knownPassword = z.string().max(1_024)

/** What a link of the installation carries behind its `#`. */
const linkCode = z.string().min(1).max(200)

export const webSession = z.object({
  person: z.object({
    id: id('person'),
    email: z.string(),
    name: z.string(),
    isEmailVerified: z.boolean().meta({
      description:
        'Whether the identity provider or the operator vouched for the address. Until then the account works in one organization.',
    }),
    hasPassword: z.boolean(),
    hasSecondFactor: z.boolean(),
  }),
  organizations: z.array(
    z.object({
      id: id('organization'),
      name: z.string(),
      plan: z.enum(planSlugs),
      role: z.enum(roles),
      status: z.enum(['active', 'suspended']),
    }),
  ),
  csrfToken: z.string().meta({ description: 'To be sent as the header x-csrf-token with everything that is no GET.' }),
  version: z.string().meta({ description: 'Of the service.' }),
  isDemo: z.boolean().meta({ description: 'Every answer is simulated and measures nothing real.' }),
})
export type WebSession = z.output<typeof webSession>

export const signInOptions = z.object({
  needsSetup: z
    .boolean()
    .meta({ description: 'Nobody has an account yet: the link that `npm start` prints makes one.' }),
  canSignUp: z.boolean(),
  singleSignOn: z
    .object({ name: z.string() })
    .nullable()
    .meta({ description: 'What the provider is called; it begins at GET /web/single-sign-on. null: there is none.' }),
  isDemo: z.boolean(),
})
export type SignInOptions = z.output<typeof signInOptions>

export const signedIn = z.discriminatedUnion('status', [
  z.object({ status: z.literal('signed_in'), session: webSession }),
  z.object({
    status: z.literal('second_factor'),
    ticket: z.string().meta({ description: 'Good for five minutes, to be sent with the code.' }),
  }),
])

export const identityOperations = {
  getSignInOptions: identityGet({
    id: 'getSignInOptions',
    path: '/sign-in-options',
    tag: 'Sign-in',
    summary: 'Say how people sign in here',
    access: 'public',
    output: signInOptions,
  }),
  setUp: identityPost({
    id: 'setUp',
    path: '/set-up',
    tag: 'Sign-in',
    summary: 'Make the first account',
    description:
      'With the code of the link that `npm start` prints, and only while nobody has an account: the first person becomes the owner of every organization there is, or of a new one.',
    access: 'public',
    body: z.strictObject({
      code: linkCode,
      name: personName,
      email,
      password: newPassword,
      organizationName: organizationName.optional(),
    }),
    output: webSession,
    errors: [...bodyProblems, 'link_not_valid', 'conflict'],
  }),
  enterDemo: identityPost({
    id: 'enterDemo',
    path: '/demo',
    tag: 'Sign-in',
    summary: 'Enter the demo as its owner',
    access: 'public',
    body: z.strictObject({ code: linkCode }),
    output: webSession,
    errors: [...bodyProblems, 'link_not_valid'],
  }),
  signUp: identityPost({
    id: 'signUp',
    path: '/sign-up',
    tag: 'Sign-in',
    summary: 'Make an account with an organization of the plan Free',
    access: 'public',
    body: z.strictObject({ name: personName, email, password: newPassword, organizationName }),
    output: webSession,
    errors: [...bodyProblems, 'sign_up_closed', 'conflict'],
  }),
  signIn: identityPost({
    id: 'signIn',
    path: '/sign-in',
    tag: 'Sign-in',
    summary: 'Sign in with a password',
    access: 'public',
    body: z.strictObject({ email, password: knownPassword }),
    output: signedIn,
    errors: [...bodyProblems, 'sign_in_failed'],
  }),
  confirmSecondFactor: identityPost({
    id: 'confirmSecondFactor',
    path: '/sign-in/second-factor',
    tag: 'Sign-in',
    summary: 'Finish signing in with a code',
    access: 'public',
    body: z.strictObject({
      ticket: z.string().min(1).max(1_024),
      code: z.string().min(1).max(64).meta({ description: 'Six digits of the app, or a recovery code.' }),
    }),
    output: webSession,
    errors: [...bodyProblems, 'sign_in_failed'],
  }),
  resetPassword: identityPost({
    id: 'resetPassword',
    path: '/password-reset',
    tag: 'Sign-in',
    summary: 'Choose a new password with a link of the operator’s',
    description: '`sightline member reset-password` prints it: good for a day, once. All sessions of the account end.',
    access: 'public',
    body: z.strictObject({ token: z.string().min(1).max(200), newPassword }),
    output: z.object({ email: z.string().meta({ description: 'Whose password it is, to sign in with.' }) }),
    errors: [...bodyProblems, 'link_not_valid'],
  }),
}
