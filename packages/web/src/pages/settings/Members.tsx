import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Members(): ReactNode {
  return <PageHeader title="Members" />
}
