import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Runs(): ReactNode {
  return <PageHeader title="Runs" />
}
