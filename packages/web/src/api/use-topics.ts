import { useRead } from './use-api.ts'

/** Topics of the brand's first two hundred active prompts, and the one that is asked for anyway. */
export function useTopics(brandId: string, chosen: string | undefined): string[] {
  const prompts = useRead('listPrompts', { params: { id: brandId }, query: { status: 'active', limit: 200 } })
  const topics = prompts.data?.data.flatMap(({ topic }) => topic ?? []) ?? []
  return [...new Set([...topics, ...(chosen === undefined ? [] : [chosen])])].toSorted((one, other) =>
    one.localeCompare(other),
  )
}
