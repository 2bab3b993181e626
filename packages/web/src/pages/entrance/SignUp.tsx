import type { ReactNode } from 'react'
import { PageHeader } from '../../design/PageHeader.tsx'

// PLACEHOLDER
export default function SignUp(): ReactNode {
  return <PageHeader title="Sign up" />
}
