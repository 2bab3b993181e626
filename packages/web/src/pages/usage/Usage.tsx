import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Usage(): ReactNode {
  return <PageHeader title="Usage" />
}
