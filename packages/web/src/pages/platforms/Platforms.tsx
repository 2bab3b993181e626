import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Platforms(): ReactNode {
  return <PageHeader title="Platforms" />
}
