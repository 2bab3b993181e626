import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Invitation(): ReactNode {
  return <PageHeader title="Invitation" />
}
