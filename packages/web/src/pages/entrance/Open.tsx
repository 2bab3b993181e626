import { useMutation } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import type { ProblemError } from '../../api/door.ts'
import type { Session } from '../../api/session.ts'
import { useApi } from '../../api/use-api.ts'
import { Notice } from '../../design/Notice.tsx'
import { EntrancePage } from './EntrancePage.tsx'
import { useCodeOfLink } from './use-code-of-link.ts'
import { useEntry } from './use-entry.ts'

/** The link that `npm start` prints: it opens the demo at once. */
export default function Open(): ReactNode {
  const door = useApi()
  const enter = useEntry()
  const code = useCodeOfLink()
  const { mutate, isPending, error } = useMutation<Session, ProblemError>({
    mutationFn: () => door.call('enterDemo', { body: { code } }),
    onSuccess: enter,
  })
  useEffect(() => {
    if (code !== '') mutate()
  }, [code, mutate])
  return (
    <EntrancePage title="Opening the demo" lead="Everything in it is simulated and measures nothing real.">
      {error ? (
        <Notice kind="bad" isLive>
          {error.message} The link stands in the terminal where Sightline was started.
        </Notice>
      ) : (
        <p role="status">{isPending ? 'One moment …' : 'Open the link that Sightline printed when it started.'}</p>
      )}
    </EntrancePage>
  )
}
