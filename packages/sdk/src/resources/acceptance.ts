import { z } from 'zod'
import { identityGet, identityPost } from '../define.ts'
import { bodyProblems } from '../operation.ts'
import { roles } from '../roles.ts'
import { knownPassword, webSession } from './identity.ts'
import { personName } from './people.ts'

const tokenPath = z.strictObject({ token: z.string().min(1).max(200) })

export const acceptanceOperations = {
  getInvitation: identityGet({
    id: 'getInvitation',
    path: '/invitations/{token}',
    tag: 'Invitation',
    summary: 'Say what an invitation’s link is for',
    access: 'public',
    params: tokenPath,
    output: z.object({
      organizationName: z.string(),
      email: z.string(),
      role: z.enum(roles),
      hasAccount: z.boolean().meta({ description: 'Then its password is asked for, or being signed in.' }),
    }),
    errors: ['resource_not_found', 'conflict', 'organization_suspended'],
  }),
  acceptInvitation: identityPost({
    id: 'acceptInvitation',
    path: '/invitations/{token}/accept',
    tag: 'Invitation',
    summary: 'Accept an invitation',
    description:
      'A new account sets name and password. An existing one must be signed in with the invited address, or give its password (and have no second factor: then sign in first); it must be verified, as one that is not stays in the organization where it was made.',
    access: 'public',
    params: tokenPath,
    body: z.strictObject({ name: personName.optional(), password: knownPassword.optional() }),
    output: webSession,
    errors: [
      ...bodyProblems,
      'resource_not_found',
      'conflict',
      'organization_suspended',
      'sign_in_failed',
      'email_not_verified',
    ],
  }),
}
