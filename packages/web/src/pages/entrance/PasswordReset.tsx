import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function PasswordReset(): ReactNode {
  return <PageHeader title="Password reset" />
}
