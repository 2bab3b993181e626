import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Site(): ReactNode {
  return <PageHeader title="Site" />
}
