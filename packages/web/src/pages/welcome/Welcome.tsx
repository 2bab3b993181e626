import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Welcome(): ReactNode {
  return <PageHeader title="Welcome" />
}
