import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Audit(): ReactNode {
  return <PageHeader title="Audit" />
}
