import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useKeepSession, type Session } from '../../api/session.ts'

/** Only a path of this application; anything else would lead whoever signs in to a stranger (X14). */
export function safePath(next: string | undefined): string {
  if (next === undefined || !/^\/(?![/\\])/.test(next)) return '/'
  const url = new URL(next, globalThis.location.origin)
  return url.origin === globalThis.location.origin ? `${url.pathname}${url.search}` : '/'
}

/** What every way in ends with: the session is remembered, and the page that was asked for is shown. */
export function useEntry(next?: string): (session: Session) => Promise<void> {
  const keepSession = useKeepSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (session) => {
    // Whatever was read as somebody else is gone.
    queries.clear()
    keepSession(session)
    await navigate({ to: safePath(next), replace: true })
  }
}
