import { useParams } from '@tanstack/react-router'
import { useList } from '../api/use-api.ts'

/** The brand of the address; outside a brand's pages the organization's default one. */
export function useBrandId(): string | undefined {
  const { brandId } = useParams({ strict: false })
  const brands = useList('listBrands', {}, { enabled: brandId === undefined })
  return brandId ?? defaultBrand(brands.data ?? [])?.id
}

/** The one that pages open with; the first where none is the default. */
export const defaultBrand = <Brand extends { isDefault: boolean }>(brands: readonly Brand[]): Brand | undefined =>
  brands.find(({ isDefault }) => isDefault) ?? brands[0]
