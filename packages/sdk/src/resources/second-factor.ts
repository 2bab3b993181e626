import { z } from 'zod'
import { identityPost } from '../define.ts'
import { bodyProblems } from '../operation.ts'

const code = z.string().min(1).max(64)

export const secondFactorOperations = {
  enrollSecondFactor: identityPost({
    id: 'enrollSecondFactor',
    path: '/second-factor',
    tag: 'Second factor',
    summary: 'Begin with an authenticator app',
    description: 'Nothing is asked for when signing in until a code of the app was sent to `activateSecondFactor`.',
    access: 'signedIn',
    output: z.object({
      secret: z.string().meta({ description: 'Base 32, to be typed into the app.' }),
      otpauthUri: z.string().meta({ description: 'The same as a link, for a QR code.' }),
    }),
    errors: ['conflict'],
  }),
  activateSecondFactor: identityPost({
    id: 'activateSecondFactor',
    path: '/second-factor/activate',
    tag: 'Second factor',
    summary: 'Confirm the app with its first code',
    description: 'Ends all other sessions.',
    access: 'signedIn',
    body: z.strictObject({ code }),
    output: z.object({
      recoveryCodes: z.array(z.string()).meta({ description: 'Each good once instead of a code; shown this once.' }),
    }),
    errors: [...bodyProblems, 'sign_in_failed', 'conflict'],
  }),
  removeSecondFactor: identityPost({
    id: 'removeSecondFactor',
    path: '/second-factor/remove',
    tag: 'Second factor',
    summary: 'Do without a second factor',
    description: 'With a code of the app or a recovery code; the password is not enough. Ends all other sessions.',
    access: 'signedIn',
    body: z.strictObject({ code }),
    output: z.object({ removed: z.literal(true) }),
    errors: [...bodyProblems, 'sign_in_failed'],
  }),
}
