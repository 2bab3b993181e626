import { useRead } from '../../api/use-api.ts'

/** What a brand is called, by its id; the id itself until that is known, and for deleted ones. */
export function useBrandName(): (brandId: string) => string {
  const brands = useRead('listBrands', { query: { limit: 100 } })
  const names = new Map(brands.data?.data.map(({ id, name }) => [id, name]))
  return (brandId) => names.get(brandId) ?? brandId
}

/** Which brands something is restricted to, in words; null: to none. */
export function useBrandsText(): (brandIds: readonly string[] | null) => string {
  const brandName = useBrandName()
  return (brandIds) => (brandIds === null ? 'All' : brandIds.map(brandName).join(', '))
}
