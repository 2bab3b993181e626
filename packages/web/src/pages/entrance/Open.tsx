import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { ProblemError } from '../../api/door.ts'
import type { Session } from '../../api/session.ts'
import { useDoor } from '../../api/use-door.ts'
import { Notice } from '../../design/Notice.tsx'
import { EntrancePage } from './EntrancePage.tsx'
import { useEntry } from './use-entry.ts'

/** The link that `npm start` prints: it opens the demo at once. */
export default function Open(): ReactNode {
  const door = useDoor()
  const enter = useEntry()
  const entering = useMutation<Session, ProblemError, string>({
    mutationFn: (code) => door.call('enterDemo', { body: { code } }),
    onSuccess: enter,
  })
  const code = useRef(globalThis.location.hash.slice(1))
  const { mutate } = entering
  useEffect(() => {
    if (code.current === '') return
    // The code must not stay in the address, nor be sent twice.
    globalThis.history.replaceState(null, '', '/open')
    mutate(code.current)
    code.current = ''
  }, [mutate])
  return (
    <EntrancePage title="Opening the demo" lead="Everything in it is simulated and measures nothing real.">
      {entering.error ? (
        <Notice kind="bad" isLive>
          {entering.error.message} The link stands in the terminal where Sightline was started.
        </Notice>
      ) : (
        <p role="status">
          {entering.isPending ? 'One moment …' : 'Open the link that Sightline printed when it started.'}
        </p>
      )}
    </EntrancePage>
  )
}
