import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Integrations(): ReactNode {
  return <PageHeader title="Integrations" />
}
