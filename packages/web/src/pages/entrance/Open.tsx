import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Open(): ReactNode {
  return <PageHeader title="Open" />
}
