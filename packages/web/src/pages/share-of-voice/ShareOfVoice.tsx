import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function ShareOfVoice(): ReactNode {
  return <PageHeader title="Share of voice" />
}
