import { useQueryClient } from '@tanstack/react-query'
import { forget } from '../../api/use-api.ts'
import { promptReads } from './words.ts'

/** Prompts are read again behind the scenes: ten thousand of them are not waited for. */
export function usePromptsChanged(): () => void {
  const queries = useQueryClient()
  return () => void forget(queries, [...promptReads, 'explainScore', 'listPlatformResults', 'getUsage'])
}
