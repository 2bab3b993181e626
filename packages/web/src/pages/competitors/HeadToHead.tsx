import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function HeadToHead(): ReactNode {
  return <PageHeader title="Head to head" />
}
