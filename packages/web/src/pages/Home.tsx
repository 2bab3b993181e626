import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useList } from '../api/use-api.ts'
import { Loaded } from '../design/Loaded.tsx'
import { defaultBrand } from '../shell/use-brand-id.ts'

/** The default brand's overview; an organization without a brand is asked for its first. */
export default function Home(): ReactNode {
  const brands = useList('listBrands', {})
  return (
    <Loaded read={brands} lines={8}>
      {(all) => {
        const brand = defaultBrand(all)
        return brand ? (
          <Navigate to="/brands/$brandId" params={{ brandId: brand.id }} replace />
        ) : (
          <Navigate to="/welcome" replace />
        )
      }}
    </Loaded>
  )
}
