import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { EntryOf, Input, OperationId, Output } from './contract.ts'
import type { Door, ProblemError } from './door.ts'

export const DoorContext = createContext<Door | null>(null)
/** The organization whose things are shown; none outside one. */
export const OrganizationContext = createContext<string | undefined>(undefined)

export function useApi(): Door {
  const door = use(DoorContext)
  if (!door) throw new Error('useDoor outside DoorContext')
  return door
}

export type ReadOptions<Value> = {
  /** false: not asked yet. */
  enabled?: boolean
  /** Asked again after so many milliseconds, while what was read says that something is under way. */
  refreshMs?: (value: Value | undefined) => number | false
}

const NEVER = (): false => false

/** What a GET answers, remembered by its name and input: `useRead('getBrandScore', { params: { id } })`. */
export function useRead<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { enabled = true, refreshMs = NEVER }: ReadOptions<Output<Id>> = {},
): UseQueryResult<Output<Id>, ProblemError> {
  const door = useApi()
  const organizationId = use(OrganizationContext)
  return useQuery<Output<Id>, ProblemError>({
    queryKey: [organizationId, id, input],
    queryFn: ({ signal }) => door.call(id, input, { organizationId, signal }),
    enabled,
    refetchInterval: ({ state }) => refreshMs(state.data),
  })
}

/** A list that goes on: `pages.data` holds all entries read so far. */
export function useList<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { enabled = true, refreshMs = NEVER }: ReadOptions<EntryOf<Id>[]> = {},
): UseInfiniteQueryResult<EntryOf<Id>[], ProblemError> {
  const pages = usePagesOf(id, input)
  return useInfiniteQuery({
    ...pages,
    select: entriesOf,
    enabled,
    refetchInterval: ({ state }) => refreshMs(state.data && entriesOf(state.data)),
  })
}

/** What a list says beside its entries: its first page as it came. `useList` of the same input asks for both at once. */
export function useListHead<Id extends OperationId>(id: Id, input: Input<Id>): Output<Id> | undefined {
  const pages = usePagesOf(id, input)
  // A page is what the operation answers.
  return useInfiniteQuery({ ...pages, select: (read) => read.pages[0] as Output<Id> | undefined }).data
}

function usePagesOf<Id extends OperationId>(id: Id, input: Input<Id>) {
  const door = useApi()
  const organizationId = use(OrganizationContext)
  return infiniteQueryOptions<ListOf<Id>, ProblemError, InfiniteData<ListOf<Id>>, unknown[], string | undefined>({
    queryKey: [organizationId, id, input, 'list'],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...input.query, ...(pageParam !== undefined && { cursor: pageParam }) }
      // Every list has the one envelope of the contract.
      return door.call(id, { ...input, query }, { organizationId, signal }) as Promise<ListOf<Id>>
    },
    initialPageParam: undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

const entriesOf = <Entry>({ pages }: { pages: { data: Entry[] }[] }): Entry[] => pages.flatMap(({ data }) => data)

type ListOf<Id extends OperationId> = {
  data: EntryOf<Id>[]
  pagination: { hasMore: boolean; nextCursor: string | null }
}

export type WriteOptions<Id extends OperationId> = {
  /** Reads that show something else now. */
  changes: readonly OperationId[]
  onDone?: (output: Output<Id>) => void
}

/** A change: `const create = useWrite('createKey', { changes: ['listKeys'] })`, then `create.mutate({ body })`. */
export function useWrite<Id extends OperationId>(
  id: Id,
  { changes, onDone }: WriteOptions<Id>,
): UseMutationResult<Output<Id>, ProblemError, Input<Id>> {
  const door = useApi()
  const queries = useQueryClient()
  const organizationId = use(OrganizationContext)
  return useMutation<Output<Id>, ProblemError, Input<Id>>({
    mutationFn: (input) => door.call(id, input, { organizationId }),
    onSuccess: async (output) => {
      await forget(queries, changes)
      onDone?.(output)
    },
  })
}

/** Reads of these operations, of whatever input, are asked again. */
export const forget = (queries: QueryClient, ids: readonly OperationId[]): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => ids.some((id) => id === queryKey[1]) })
