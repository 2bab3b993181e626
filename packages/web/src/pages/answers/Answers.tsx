import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function Answers(): ReactNode {
  return <PageHeader title="Answers" />
}
