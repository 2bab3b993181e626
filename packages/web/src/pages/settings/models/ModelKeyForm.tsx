import { useState, type ReactNode } from 'react'
import type { Input } from '../../../api/contract.ts'
import { useSecretWrite } from '../../../api/use-secret-write.ts'
import { Button } from '../../../design/Button.tsx'
import { choicesOf } from '../../../design/choices.ts'
import { CheckField, Form, FormActions, SelectField, TextField } from '../../../design/Field.tsx'
import { FormError } from '../FormError.tsx'

type Wish = NonNullable<Input<'setModelKey'>['body']>
type Provider = Wish['provider']
export const providerWords: Record<Provider, string> = { openai: 'OpenAI', anthropic: 'Anthropic' }

/** The organization's own key. It is sent once, kept encrypted, and never told again. */
export function ModelKeyForm({ onDone }: { onDone: () => void }): ReactNode {
  const [provider, setProvider] = useState<Provider>('anthropic')
  const [key, setKey] = useState('')
  const [model, setModel] = useState('')
  const [judges, setJudges] = useState(false)
  const setting = useSecretWrite('setModelKey', { changes: ['getModelKey', 'listAuditEntries'], onDone })
  const wrong = setting.error?.fields ?? {}
  return (
    <Form
      onSubmit={() =>
        setting.send({ body: { provider, key, judges, ...(model.trim() !== '' && { model: model.trim() }) } })
      }
    >
      <FormError error={setting.error} />
      <SelectField label="Provider" value={provider} choices={choicesOf(providerWords)} onChoice={setProvider} />
      <TextField
        label="Its API key"
        type="password"
        autoComplete="off"
        required
        hint="Kept encrypted and never shown again. The provider bills you for what is asked with it."
        value={key}
        onText={setKey}
        error={wrong['key']}
      />
      <TextField
        label="Model (optional)"
        autoComplete="off"
        hint="A small one of the provider when left out: the questions are small."
        value={model}
        onText={setModel}
        error={wrong['model']}
      />
      <CheckField
        label="Ask it about what the rules left ambiguous"
        hint="After each run. Each question costs you money."
        isChecked={judges}
        onCheck={setJudges}
      />
      <FormActions>
        <Button type="submit" look="primary" isBusy={setting.isPending} disabled={key === ''}>
          Save key
        </Button>
      </FormActions>
    </Form>
  )
}
