import type { ReactNode } from 'react'
import { usePresent } from '../../api/session.ts'
import { Stack } from '../../design/Card.tsx'
import { Notice } from '../../design/Notice.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { PasswordForm } from './security/PasswordForm.tsx'
import { SecondFactorCard } from './security/SecondFactorCard.tsx'
import { Sessions } from './security/Sessions.tsx'
import { ThemeCard } from './security/ThemeCard.tsx'

/** One's own account: how one signs in, and where one is. */
export default function Security(): ReactNode {
  const { session } = usePresent()
  return (
    <>
      <PageHeader title="Your account" lead={`${session.person.name}, ${session.person.email}`} />
      <Stack>
        {!session.person.isEmailVerified && (
          <Notice>
            Your e-mail address is not verified, so your account works in one organization only. Sign in by single
            sign-on, or ask whoever runs this Sightline to verify it.
          </Notice>
        )}
        <Sessions />
        <SecondFactorCard />
        <PasswordForm />
        <ThemeCard />
      </Stack>
    </>
  )
}
