import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useWrite } from '../../../api/use-api.ts'
import { Button } from '../../../design/Button.tsx'
import { Card } from '../../../design/Card.tsx'
import { Dialog } from '../../../design/Dialog.tsx'
import { Form, FormActions, TextField } from '../../../design/Field.tsx'
import { FormError } from '../FormError.tsx'
import styles from '../settings.module.css'

/** The one thing that cannot be undone by anybody: its name must be typed. */
export function DeleteOrganization({ name }: { name: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Delete the organization">
      <div className={styles['block']}>
        <p>With all brands, answers, scores, keys and webhooks. Nobody can bring them back.</p>
        <FormActions>
          <Button look="danger" onClick={() => setOpen(true)}>
            Delete organization …
          </Button>
        </FormActions>
      </div>
      {isOpen && <Typed name={name} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function Typed({ name, onClose }: { name: string; onClose: () => void }): ReactNode {
  const [confirm, setConfirm] = useState('')
  const queries = useQueryClient()
  const deleting = useWrite('deleteOrganization', {
    changes: [],
    onDone: () => {
      queries.clear()
      location.assign('/')
    },
  })
  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      <Form onSubmit={() => deleting.mutate({ body: { confirm } })}>
        <FormError error={deleting.error} />
        <p>
          Everything that belongs to it is deleted now. Type its name, <strong>{name}</strong>, to go on.
        </p>
        <TextField
          label="Name of the organization"
          autoComplete="off"
          value={confirm}
          onText={setConfirm}
          error={deleting.error?.fields['confirm']}
        />
        <FormActions>
          <Button type="submit" look="danger" isBusy={deleting.isPending} disabled={confirm !== name}>
            Delete for good
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
