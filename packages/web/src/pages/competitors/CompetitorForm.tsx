import { useState, type ReactNode } from 'react'
import type { OperationId } from '../../api/contract.ts'
import { useWrite } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { Form, FormActions, TextField } from '../../design/Field.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { NamesFields, type NamesWords } from '../names/NamesFields.tsx'
import { readNames, typedNames, type Names } from '../names/typed-names.ts'

/** Reads that another competitor changes. */
export const changedByCompetitors: readonly OperationId[] = [
  'listCompetitors',
  'compareCompetitors',
  'discoverCompetitors',
  'getShareOfVoice',
  'getShareOfVoiceHistory',
  'getBrandScore',
  'listCitations',
  'listCitationGaps',
]

/** Adds a competitor, or changes the one with this id. */
export function CompetitorForm({
  brandId,
  competitorId,
  start,
  onClose,
}: {
  brandId: string
  competitorId?: string
  start: Names
  onClose: () => void
}): ReactNode {
  const [typed, setTyped] = useState(() => typedNames(start))
  const done = { changes: changedByCompetitors, onDone: onClose }
  const add = useWrite('addCompetitor', done)
  const update = useWrite('updateCompetitor', done)
  const { error, isPending } = competitorId === undefined ? add : update
  const fields = error?.fields ?? {}
  const submit = (): void => {
    const body = readNames(typed)
    if (competitorId === undefined) add.mutate({ params: { id: brandId }, body })
    else update.mutate({ params: { id: brandId, cid: competitorId }, body })
  }
  return (
    <Dialog title={competitorId === undefined ? 'Add a competitor' : `Edit ${start.name}`} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label="Name"
          value={typed.name}
          onText={(name) => setTyped({ ...typed, name })}
          required
          maxLength={200}
          error={fields['name']}
        />
        <NamesFields typed={typed} onChange={setTyped} words={WORDS} wrong={(list) => faultIn(fields, list)} />
        {Object.keys(fields).length === 0 && <Refusal error={error} />}
        <FormActions>
          <Button type="submit" look="primary" isBusy={isPending}>
            {competitorId === undefined ? 'Track it' : 'Save'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

const WORDS: NamesWords = {
  lists: [
    {
      list: 'aliases',
      label: 'Other names',
      hint: 'One a line: short forms, former names, products that stand for it.',
      rows: 3,
    },
    {
      list: 'domains',
      label: 'Domains',
      hint: 'One a line, for example acme.com. Citations of them count as its own.',
      rows: 2,
    },
    {
      list: 'excludedNames',
      label: 'Never count',
      hint: 'One a line: phrases that contain a name and mean something else.',
      rows: 2,
    },
  ],
  caseSensitive: {
    label: 'Count the names only as written',
    hint: 'For names that are also everyday words.',
  },
}

/** The first fault in a list, with the line it is in. */
function faultIn(fields: Record<string, string>, name: string): string | undefined {
  for (const [path, message] of Object.entries(fields)) {
    const [list, index] = path.split('.')
    if (list === name) return index === undefined ? message : `Line ${Number(index) + 1}: ${message}`
  }
  return undefined
}
