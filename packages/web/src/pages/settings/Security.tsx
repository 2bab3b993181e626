import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Security(): ReactNode {
  return <PageHeader title="Security" />
}
