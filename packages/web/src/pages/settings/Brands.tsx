import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Brands(): ReactNode {
  return <PageHeader title="Brands" />
}
