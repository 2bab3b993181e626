import { useParams } from '@tanstack/react-router'
import { useList } from '../api/use-door.ts'

/** The brand of the address; outside a brand's pages the organization's default one. */
export function useBrandId(): string | undefined {
  const { brandId } = useParams({ strict: false })
  const brands = useList('listBrands', {}, { enabled: brandId === undefined })
  return brandId ?? (brands.data?.find(({ isDefault }) => isDefault) ?? brands.data?.[0])?.id
}
