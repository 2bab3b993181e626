import { useQueryClient } from '@tanstack/react-query'
import { useDoor } from '../api/use-door.ts'

/** Ends the session, and forgets what it had read. */
export function useSignOut(): () => void {
  const door = useDoor()
  const queries = useQueryClient()
  const signOut = async (): Promise<void> => {
    await door.call('signOut', {})
    queries.clear()
    globalThis.location.assign('/sign-in')
  }
  return () => void signOut()
}
