import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Competitors(): ReactNode {
  return <PageHeader title="Competitors" />
}
