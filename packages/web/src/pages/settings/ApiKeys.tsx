import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function ApiKeys(): ReactNode {
  return <PageHeader title="Api keys" />
}
