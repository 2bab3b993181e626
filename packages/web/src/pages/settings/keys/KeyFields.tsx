import { useState, type ReactNode } from 'react'
import type { ProblemError } from '../../../api/door.ts'
import { Button } from '../../../design/Button.tsx'
import { Form, FormActions, SelectField, TextField, type Choice } from '../../../design/Field.tsx'
import { instantText } from '../../../format/times.ts'
import { FormError } from '../FormError.tsx'
import { BrandChoice } from '../BrandChoice.tsx'
import { expiryChoices, expiryInstant, type Expiry } from './expiry.ts'
import { presets, type Scope } from './scope-words.ts'
import { ScopeChoice } from './ScopeChoice.tsx'

export type KeyWish = { name: string; scopes: Scope[]; brandIds: string[] | null; expiresAt: string | null }

type Props = {
  /** The key as it is; undefined for a new one. */
  initial?: KeyWish
  action: string
  isBusy: boolean
  error: ProblemError | null
  onSubmit: (wish: KeyWish) => void
  onCancel: () => void
}

/** Name, scopes, brands and expiry of a key. */
export function KeyFields({ initial, action, isBusy, error, onSubmit, onCancel }: Props): ReactNode {
  const [name, setName] = useState(initial?.name ?? '')
  const [scopes, setScopes] = useState<Scope[]>(initial?.scopes ?? [...presets.reading.scopes])
  const [brandIds, setBrandIds] = useState(initial?.brandIds ?? null)
  const [expiry, setExpiry] = useState<Expiry | 'kept'>(initial ? 'kept' : '90')
  const [day, setDay] = useState('')
  const wrong = error?.fields ?? {}
  const submit = (): void => {
    const expiresAt = expiry === 'kept' ? (initial?.expiresAt ?? null) : expiryInstant(expiry, day, Date.now())
    onSubmit({ name, scopes, brandIds, expiresAt })
  }
  return (
    <Form onSubmit={submit}>
      <FormError error={error} />
      <TextField
        label="Name"
        hint="What it is for, so that you know it when it is time to end it."
        placeholder="Data warehouse"
        required
        autoComplete="off"
        value={name}
        onText={setName}
        error={wrong['name']}
      />
      <ScopeChoice scopes={scopes} onChange={setScopes} error={wrong['scopes']} />
      <BrandChoice noun="key" brandIds={brandIds} onChange={setBrandIds} error={wrong['brandIds']} />
      <SelectField
        label="Expires"
        value={expiry}
        choices={initial ? [keptChoice(initial), ...expiryChoices] : expiryChoices}
        onChoice={setExpiry}
        error={expiry === 'date' ? undefined : wrong['expiresAt']}
      />
      {expiry === 'date' && (
        <TextField
          label="Day"
          type="date"
          hint="At its beginning, in UTC."
          value={day}
          onText={setDay}
          error={wrong['expiresAt']}
        />
      )}
      <FormActions>
        <Button type="submit" look="primary" isBusy={isBusy} disabled={brandIds?.length === 0}>
          {action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </FormActions>
    </Form>
  )
}

const keptChoice = ({ expiresAt }: KeyWish): Choice<'kept'> => ({
  value: 'kept',
  label: expiresAt === null ? 'As it is: never' : `As it is: ${instantText(expiresAt)}`,
})
