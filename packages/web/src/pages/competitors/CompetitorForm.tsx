import { useState, type ReactNode } from 'react'
import type { OperationId } from '../../api/contract.ts'
import { useWrite } from '../../api/use-door.ts'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { CheckField, Form, FormActions, TextAreaField, TextField } from '../../design/Field.tsx'
import { Notice } from '../../design/Notice.tsx'

/** What makes a competitor recognisable in an answer. */
export type Named = {
  name: string
  aliases: string[]
  excludedNames: string[]
  domains: string[]
  caseSensitive: boolean
}

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
  start: Named
  onClose: () => void
}): ReactNode {
  const [name, setName] = useState(start.name)
  const [aliases, setAliases] = useState(start.aliases.join('\n'))
  const [excludedNames, setExcludedNames] = useState(start.excludedNames.join('\n'))
  const [domains, setDomains] = useState(start.domains.join('\n'))
  const [caseSensitive, setCaseSensitive] = useState(start.caseSensitive)
  const done = { changes: changedByCompetitors, onDone: onClose }
  const add = useWrite('addCompetitor', done)
  const update = useWrite('updateCompetitor', done)
  const { error, isPending } = competitorId === undefined ? add : update
  const fields = error?.fields ?? {}
  const submit = (): void => {
    const body = {
      name,
      aliases: linesOf(aliases),
      excludedNames: linesOf(excludedNames),
      domains: linesOf(domains),
      caseSensitive,
    }
    if (competitorId === undefined) add.mutate({ params: { id: brandId }, body })
    else update.mutate({ params: { id: brandId, cid: competitorId }, body })
  }
  return (
    <Dialog title={competitorId === undefined ? 'Add a competitor' : `Edit ${start.name}`} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField label="Name" value={name} onText={setName} required maxLength={200} error={fields['name']} />
        <TextAreaField
          label="Other names"
          hint="One a line: short forms, former names, products that stand for it."
          rows={3}
          value={aliases}
          onText={setAliases}
          error={faultIn(fields, 'aliases')}
        />
        <TextAreaField
          label="Domains"
          hint="One a line, for example acme.com. Citations of them count as its own."
          rows={2}
          value={domains}
          onText={setDomains}
          error={faultIn(fields, 'domains')}
        />
        <TextAreaField
          label="Never count"
          hint="One a line: phrases that contain a name and mean something else."
          rows={2}
          value={excludedNames}
          onText={setExcludedNames}
          error={faultIn(fields, 'excludedNames')}
        />
        <CheckField
          label="Count the names only as written"
          hint="For names that are also everyday words."
          isChecked={caseSensitive}
          onCheck={setCaseSensitive}
        />
        {error && Object.keys(fields).length === 0 && (
          <Notice kind="bad" isLive>
            {error.message}
          </Notice>
        )}
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

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The first fault in a list, with the line it is in. */
function faultIn(fields: Record<string, string>, name: string): string | undefined {
  for (const [path, message] of Object.entries(fields)) {
    const [list, index] = path.split('.')
    if (list === name) return index === undefined ? message : `Line ${Number(index) + 1}: ${message}`
  }
  return undefined
}
