import { useState, type ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useWrite } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { Form, FormActions, TextAreaField } from '../../design/Field.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import styles from './Moves.module.css'
import type { Advice } from './advice.ts'
import { moveWords, statusNotes, type Status } from './words.ts'

const REASON_MAX_LENGTH = 500

/** Where it may go from here. Only a dismissal asks for words: whoever finds it again wants to know why. */
export function Moves({ advice: { id, brandId, status, nextStatuses } }: { advice: Advice }): ReactNode {
  const may = useMay()
  const [isDismissing, setDismissing] = useState(false)
  const move = useWrite('updateSuggestion', {
    changes: ['listSuggestions', 'getSuggestion', 'getBrandScore'],
    onDone: () => setDismissing(false),
  })
  const params = { id: brandId, sid: id }
  if (!may('member') || nextStatuses.length === 0) return <p className={styles['note']}>{statusNotes[status]}</p>
  return (
    <>
      <div className={styles['moves']}>
        {nextStatuses.map((next) => (
          <Button
            key={next}
            look={next === 'dismissed' ? 'quiet' : 'primary'}
            isBusy={move.isPending && !isDismissing}
            onClick={() => {
              if (next === 'dismissed') setDismissing(true)
              else if (isSettable(next)) move.mutate({ params, body: { status: next } })
            }}
          >
            {moveWords[next]}
          </Button>
        ))}
      </div>
      {!isDismissing && <Refusal error={move.error} />}
      {isDismissing && (
        <Dismissal
          isBusy={move.isPending}
          error={move.error?.message}
          onClose={() => {
            move.reset()
            setDismissing(false)
          }}
          onReason={(reason) => move.mutate({ params, body: { status: 'dismissed', reason } })}
        />
      )}
    </>
  )
}

/** Expiry is the evidence's to say, never a person's. */
const isSettable = (status: Status): status is Exclude<Status, 'expired'> => status !== 'expired'

function Dismissal({
  isBusy,
  error,
  onReason,
  onClose,
}: {
  isBusy: boolean
  error: string | undefined
  onReason: (reason: string) => void
  onClose: () => void
}): ReactNode {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <Dialog title="Dismiss this recommendation" onClose={onClose}>
      <Form
        onSubmit={() => {
          const given = reason.trim()
          setMissing(given === '')
          if (given !== '') onReason(given)
        }}
      >
        <TextAreaField
          label="Why?"
          hint="Stays with it for whoever finds it again. It can be taken up again later."
          value={reason}
          maxLength={REASON_MAX_LENGTH}
          required
          error={isMissing ? 'Say why it is dismissed.' : error}
          onText={setReason}
        />
        <FormActions>
          <Button type="submit" look="primary" isBusy={isBusy}>
            Dismiss
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
