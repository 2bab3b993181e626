import { useRead } from './use-api.ts'

/** What a platform is called, by its slug; the slug itself until that is known, and for imported ones. */
export function usePlatformName(): (slug: string) => string {
  const platforms = useRead('listPlatforms', {})
  const names = new Map(platforms.data?.data.map(({ slug, label }) => [slug, label]))
  return (slug) => names.get(slug) ?? slug
}

/** What a prompt asks, by its id, of the brand's first two hundred; undefined for others. */
export function usePromptText(brandId: string): (promptId: string) => string | undefined {
  const prompts = useRead('listPrompts', { params: { id: brandId }, query: { limit: 200 } })
  const texts = new Map(prompts.data?.data.map(({ id, text }) => [id, text]))
  return (promptId) => texts.get(promptId)
}
