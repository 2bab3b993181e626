import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Plan(): ReactNode {
  return <PageHeader title="Plan" />
}
