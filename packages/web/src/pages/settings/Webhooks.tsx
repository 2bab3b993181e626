import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Webhooks(): ReactNode {
  return <PageHeader title="Webhooks" />
}
