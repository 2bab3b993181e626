import { useQueryClient, type Query } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from '../design/Button.tsx'
import styles from './Shell.module.css'

/** Reads that only give names and choices to a page: where one fails, no part of the page would say so. */
const BESIDE = new Set<unknown>(['listBrands', 'getBrand', 'listPlatforms', 'listPrompts', 'listCompetitors'])

/** Says that names or choices are missing, and reads them again. */
export function FailedBeside(): ReactNode {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache])
  const isFailed = useSyncExternalStore(subscribe, () => cache.getAll().some(isBesideAndFailed))
  if (!isFailed) return null
  return (
    <p className={styles['beside']} role="status" data-print="no">
      Some names or choices of this page could not be read.{' '}
      <Button
        look="quiet"
        size="small"
        onClick={() => void queries.refetchQueries({ predicate: (query) => isBesideAndFailed(query) })}
      >
        Read them again
      </Button>
    </p>
  )
}

/** A list that a page shows, read page by page, says itself what is wrong with it; that of the brands is shown by none. */
function isBesideAndFailed(query: Query): boolean {
  const { queryKey, state } = query
  const isShownByPage = queryKey.at(-1) === 'list' && queryKey[1] !== 'listBrands'
  return (
    state.status === 'error' &&
    state.data === undefined &&
    BESIDE.has(queryKey[1]) &&
    !isShownByPage &&
    query.getObserversCount() > 0
  )
}
