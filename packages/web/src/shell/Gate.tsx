import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { PresentContext, useSession, type Membership, type Session } from '../api/session.ts'
import { OrganizationContext } from '../api/use-api.ts'
import { Empty } from '../design/Empty.tsx'
import { Failed } from '../design/Loaded.tsx'
import { CenteredPage } from './CenteredPage.tsx'
import styles from './Gate.module.css'
import { keep, readKept } from './kept.ts'

const PLACE = 'sightline.organization'

/** Lets in who is signed in, and puts them into one of their organizations. */
export function Gate(): ReactNode {
  const session = useSession()
  if (session.data) return <Inside session={session.data} />
  if (session.error?.status === 401) return <ToSignIn />
  if (session.error)
    return (
      <CenteredPage title="Sightline">
        <Failed error={session.error} read={session} />
      </CenteredPage>
    )
  return <Opening />
}

const Opening = (): ReactNode => <p className={styles['waiting']}>Opening …</p>

/**
 * Once, and back to where one was: until the page of signing in is there, the address is its own already, and whoever led
 * to it again would lead on for ever.
 */
function ToSignIn(): ReactNode {
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const [next] = useState(`${pathname}${searchStr}`)
  useEffect(() => void navigate({ to: '/sign-in', search: { next }, replace: true }), [navigate, next])
  return <Opening />
}

function Inside({ session }: { session: Session }): ReactNode {
  const [chosenId, setChosenId] = useState(() => readKept(PLACE))
  const navigate = useNavigate()
  const organization = session.organizations.find(({ id }) => id === chosenId) ?? session.organizations[0]
  if (!organization)
    return (
      <CenteredPage title="No organization">
        <Empty title="You are in no organization any more">Ask somebody to invite you again.</Empty>
      </CenteredPage>
    )
  const enter = (next: Membership): void => {
    // Where nothing is kept the first organization is opened next time.
    keep(PLACE, next.id)
    setChosenId(next.id)
    void navigate({ to: '/' })
  }
  return (
    <OrganizationContext value={organization.id}>
      <PresentContext value={{ session, organization, enter }}>
        {/* Nothing of one organization stays on the screen in another. */}
        <Outlet key={organization.id} />
      </PresentContext>
    </OrganizationContext>
  )
}
