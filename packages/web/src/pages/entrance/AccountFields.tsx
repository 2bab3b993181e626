import type { ReactNode } from 'react'
import { TextField } from '../../design/Field.tsx'

export type Account = { name: string; email: string; password: string }

type Props = {
  account: Account
  onChange: (account: Account) => void
  /** What the service found wrong with each field. */
  wrong: Record<string, string>
  /** An invitation names its address. */
  isEmailFixed?: boolean
}

/** Name, address and password of a new account. */
export function AccountFields({ account, onChange, wrong, isEmailFixed = false }: Props): ReactNode {
  return (
    <>
      <TextField
        label="Your name"
        autoComplete="name"
        required
        value={account.name}
        onText={(name) => onChange({ ...account, name })}
        error={wrong['name']}
      />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        readOnly={isEmailFixed}
        value={account.email}
        onText={(email) => onChange({ ...account, email })}
        error={wrong['email']}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        minLength={12}
        hint="At least 12 characters; a few words that only you would put together are best."
        value={account.password}
        onText={(password) => onChange({ ...account, password })}
        error={wrong['password'] ?? wrong['newPassword']}
      />
    </>
  )
}
