import { useState, type ReactNode } from 'react'
import { useWrite } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { CheckField, Form, FormActions, TextField } from '../../design/Field.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { listed } from '../../format/lists.ts'
import { wrongIn } from '../names/typed-names.ts'

/** What makes the brand recognisable in an answer. */
export function BrandStep({ onDone }: { onDone: (brandId: string) => void }): ReactNode {
  const [name, setName] = useState('')
  const [domains, setDomains] = useState('')
  const [aliases, setAliases] = useState('')
  const [caseSensitive, setCaseSensitive] = useState(false)
  const creating = useWrite('createBrand', { changes: ['listBrands'], onDone: (brand) => onDone(brand.id) })
  const wrong = creating.error?.fields ?? {}
  return (
    <Card title="Which brand shall be measured?">
      <Form
        onSubmit={() =>
          creating.mutate({ body: { name, domains: listed(domains), aliases: listed(aliases), caseSensitive } })
        }
      >
        <Refusal error={creating.error} />
        <TextField label="Name" required value={name} onText={setName} error={wrong['name']} />
        <TextField
          label="Domains"
          hint="Its own, separated by commas: citations of them count as its own."
          placeholder="acme.com"
          value={domains}
          onText={setDomains}
          error={wrongIn(wrong, 'domains')}
        />
        <TextField
          label="Other names (optional)"
          hint="What people also write, separated by commas."
          value={aliases}
          onText={setAliases}
        />
        <CheckField
          label="The name is also a common word"
          hint="Then it counts only as written, capitals included."
          isChecked={caseSensitive}
          onCheck={setCaseSensitive}
        />
        <FormActions>
          <Button type="submit" look="primary" isBusy={creating.isPending}>
            Go on
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}
