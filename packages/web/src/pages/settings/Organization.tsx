import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Organization(): ReactNode {
  return <PageHeader title="Organization" />
}
