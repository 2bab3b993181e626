import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Sources(): ReactNode {
  return <PageHeader title="Sources" />
}
