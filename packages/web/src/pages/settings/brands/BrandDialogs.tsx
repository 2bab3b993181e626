import { useState, type ReactNode } from 'react'
import type { EntryOf } from '../../../api/contract.ts'
import { useWrite } from '../../../api/use-api.ts'
import { Button } from '../../../design/Button.tsx'
import { Dialog } from '../../../design/Dialog.tsx'
import { Form, FormActions, TextField } from '../../../design/Field.tsx'
import { NamesFields, type NamesWords } from '../../names/NamesFields.tsx'
import { readNames, typedNames, wrongIn } from '../../names/typed-names.ts'
import { FormError } from '../FormError.tsx'

export type Brand = EntryOf<'listBrands'>
type Props = { brand: Brand; onClose: () => void }

/** What makes the brand recognisable. A change is applied to all stored answers. */
export function EditBrand({ brand, onClose }: Props): ReactNode {
  const [typed, setTyped] = useState(() => typedNames(brand))
  const saving = useWrite('updateBrand', { changes: ['listBrands', 'getBrand'], onDone: onClose })
  const wrong = saving.error?.fields ?? {}
  const submit = (): void => saving.mutate({ params: { id: brand.id }, body: readNames(typed) })
  return (
    <Dialog title={`Edit “${brand.name}”`} onClose={onClose}>
      <Form onSubmit={submit}>
        <FormError error={saving.error} />
        <TextField
          label="Name"
          required
          value={typed.name}
          onText={(name) => setTyped({ ...typed, name })}
          error={wrong['name']}
        />
        <NamesFields typed={typed} onChange={setTyped} words={WORDS} wrong={(list) => wrongIn(wrong, list)} />
        <FormActions>
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

const WORDS: NamesWords = {
  lists: [
    { list: 'aliases', label: 'Other names', hint: 'That count as the same, one a line.', rows: 3 },
    {
      list: 'excludedNames',
      label: 'Phrases that never count',
      hint: 'Though they contain a name, one a line: “Acme Street”.',
      rows: 2,
    },
    { list: 'domains', label: 'Own domains', hint: 'Citations of them are its own, one a line.', rows: 2 },
  ],
  caseSensitive: {
    label: 'The name is also a common word',
    hint: 'Then it counts only as written, capitals included.',
  },
}

/** Deleting takes its history along: its name must be typed. */
export function DeleteBrand({ brand, onClose }: Props): ReactNode {
  const [typed, setTyped] = useState('')
  const deleting = useWrite('deleteBrand', {
    changes: ['listBrands', 'getBrand', 'getUsage', 'getOrganization'],
    onDone: onClose,
  })
  return (
    <Dialog title={`Delete “${brand.name}”?`} onClose={onClose}>
      <Form onSubmit={() => deleting.mutate({ params: { id: brand.id } })}>
        <FormError error={deleting.error} />
        <p>
          Its prompts, competitors, answers, scores and recommendations go with it, for good. Type{' '}
          <strong>{brand.name}</strong> to go on.
        </p>
        <TextField label="Name of the brand" autoComplete="off" value={typed} onText={setTyped} />
        <FormActions>
          <Button type="submit" look="danger" isBusy={deleting.isPending} disabled={typed !== brand.name}>
            Delete brand
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
