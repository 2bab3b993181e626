import { Navigate, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { PresentContext, useSession, type Membership, type Session } from '../api/session.ts'
import { OrganizationContext } from '../api/use-door.ts'
import { Empty } from '../design/Empty.tsx'
import { Failed } from '../design/Loaded.tsx'
import { Alone } from './Alone.tsx'
import styles from './Gate.module.css'
import { keep, readKept } from './kept.ts'

const PLACE = 'sightline.organization'

/** Lets in who is signed in, and puts them into one of their organizations. */
export function Gate(): ReactNode {
  const session = useSession()
  const { pathname, searchStr } = useLocation()
  if (session.data) return <Inside session={session.data} />
  if (session.error?.status === 401)
    return <Navigate to="/sign-in" search={{ next: `${pathname}${searchStr}` }} replace />
  if (session.error)
    return (
      <Alone title="Sightline">
        <Failed error={session.error} read={session} />
      </Alone>
    )
  return <p className={styles['waiting']}>Opening …</p>
}

function Inside({ session }: { session: Session }): ReactNode {
  const [chosenId, setChosenId] = useState(() => readKept(PLACE))
  const navigate = useNavigate()
  const organization = session.organizations.find(({ id }) => id === chosenId) ?? session.organizations[0]
  if (!organization)
    return (
      <Alone title="No organization">
        <Empty title="You are in no organization any more">Ask somebody to invite you again.</Empty>
      </Alone>
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
