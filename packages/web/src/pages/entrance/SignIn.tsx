import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function SignIn(): ReactNode {
  return <PageHeader title="Sign in" />
}
