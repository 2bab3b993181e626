import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Run(): ReactNode {
  return <PageHeader title="Run" />
}
