import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function SetUp(): ReactNode {
  return <PageHeader title="Set up" />
}
