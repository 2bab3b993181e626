import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Webhook(): ReactNode {
  return <PageHeader title="Webhook" />
}
