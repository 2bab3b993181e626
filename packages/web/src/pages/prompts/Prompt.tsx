import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Prompt(): ReactNode {
  return <PageHeader title="Prompt" />
}
