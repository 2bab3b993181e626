import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Schedule(): ReactNode {
  return <PageHeader title="Schedule" />
}
