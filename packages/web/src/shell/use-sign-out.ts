import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../api/use-api.ts'

/** Ends the session, and forgets what it had read. */
export function useSignOut(): () => void {
  const door = useApi()
  const queries = useQueryClient()
  const signOut = async (): Promise<void> => {
    await door.call('signOut', {})
    queries.clear()
    globalThis.location.assign('/sign-in')
  }
  return () => void signOut()
}
