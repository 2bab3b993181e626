import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Prompts(): ReactNode {
  return <PageHeader title="Prompts" />
}
