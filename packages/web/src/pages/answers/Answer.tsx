import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Answer(): ReactNode {
  return <PageHeader title="Answer" />
}
