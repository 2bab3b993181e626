import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Recommendations(): ReactNode {
  return <PageHeader title="Recommendations" />
}
