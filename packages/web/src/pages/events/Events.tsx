import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Events(): ReactNode {
  return <PageHeader title="Events" />
}
