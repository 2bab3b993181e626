import { useEffect } from 'react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { EntryOf, Input, OperationId } from './contract.ts'
import type { ProblemError } from './door.ts'
import { useList } from './use-api.ts'

/** A list read to its end, a page after the other: for what is searched and counted here. What is there is shown at once. */
export function useAll<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
): UseInfiniteQueryResult<EntryOf<Id>[], ProblemError> {
  const list = useList(id, input)
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return list
}
