import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { isAtLeast, type Role } from './roles.ts'
import type { Output } from './contract.ts'
import type { ProblemError } from './door.ts'
import { useApi } from './use-api.ts'

export type Session = Output<'getSession'>
export type Membership = Session['organizations'][number]

/** Who is signed in, and in which organization they are now. */
export type Present = { session: Session; organization: Membership; enter: (organization: Membership) => void }

export const PresentContext = createContext<Present | null>(null)

const SESSION = ['session', 'getSession']

/** Who is signed in here; an error with status 401 for nobody. */
export function useSession(): UseQueryResult<Session, ProblemError> {
  const door = useApi()
  return useQuery<Session, ProblemError>({
    queryKey: SESSION,
    queryFn: async ({ signal }) => {
      const session = await door.call('getSession', {}, { signal })
      door.useToken(session.csrfToken)
      return session
    },
    // Somebody else may use this browser next, and a role may change.
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  })
}

/** What every change of the session ends with: it is remembered, and its token goes along with what is changed. */
export function useKeepSession(): (session: Session) => void {
  const door = useApi()
  const queries = useQueryClient()
  return (session) => {
    door.useToken(session.csrfToken)
    queries.setQueryData(SESSION, session)
  }
}

export function usePresent(): Present {
  const present = use(PresentContext)
  if (!present) throw new Error('usePresent outside an organization')
  return present
}

/** Whether the person may do what needs this role. The service decides; this only keeps away what it would refuse. */
export function useMay(): (role: Role) => boolean {
  const { organization } = usePresent()
  return (role) => isAtLeast(organization.role, role)
}
