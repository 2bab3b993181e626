import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import type { Input, OperationId, Output } from './contract.ts'
import { ProblemError } from './door.ts'
import { forget, OrganizationContext, useApi } from './use-api.ts'

export type SecretWrite<Id extends OperationId> = {
  send: (input: Input<Id>) => void
  isPending: boolean
  error: ProblemError | null
}

/**
 * A change that takes or answers a secret. Unlike `useWrite` nothing of it is remembered: what was sent and what came
 * back go to `onDone` and nowhere else, so that a secret is gone when the component that shows it is.
 */
export function useSecretWrite<Id extends OperationId>(
  id: Id,
  { changes, onDone }: { changes: readonly OperationId[]; onDone: (output: Output<Id>) => void },
): SecretWrite<Id> {
  const door = useApi()
  const queries = useQueryClient()
  const organizationId = use(OrganizationContext)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ProblemError | null>(null)
  const send = async (input: Input<Id>): Promise<void> => {
    setPending(true)
    setError(null)
    try {
      const output = await door.call(id, input, { organizationId })
      onDone(output)
      void forget(queries, changes)
    } catch (thrown) {
      setError(thrown instanceof ProblemError ? thrown : new ProblemError(0, UNREACHABLE, null))
    }
    setPending(false)
  }
  return { send: (input) => void send(input), isPending, error }
}

const UNREACHABLE = {
  code: 'unreachable',
  message: 'The service cannot be reached. Look whether it was done before you try again.',
  status: 0,
  requestId: '',
  docUrl: '',
  details: [],
}
