import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Recommendation(): ReactNode {
  return <PageHeader title="Recommendation" />
}
