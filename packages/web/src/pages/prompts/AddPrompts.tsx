import { useState, type ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import type { ProblemError } from '../../api/door.ts'
import { useWrite } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { Form, FormActions, TextAreaField } from '../../design/Field.tsx'
import { Notice } from '../../design/Notice.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { counted } from '../../format/numbers.ts'
import styles from './AddPrompts.module.css'
import { readPastedLines, type PastedLine } from './paste.ts'
import { CircumstanceFields, noCircumstances, readCircumstances } from './PromptFields.tsx'
import { usePromptsChanged } from './use-save.ts'

type Added = Output<'createPrompts'>

/** Prompts pasted as lines: looked at by the service first, then added. */
export function AddPrompts({ brandId, onClose }: { brandId: string; onClose: () => void }): ReactNode {
  const [pasted, setPasted] = useState('')
  const [circumstances, setCircumstances] = useState(noCircumstances)
  const changed = usePromptsChanged()
  const check = useWrite('createPrompts', { changes: [] })
  const add = useWrite('createPrompts', { changes: [], onDone: changed })
  const lines = readPastedLines(pasted)
  const good = lines.filter(({ problem }) => problem === null)
  const input = (dryRun: boolean) => ({
    params: { id: brandId },
    body: { prompts: good.map(({ text }) => ({ text, ...readCircumstances(circumstances) })), dryRun },
  })
  const edit = (change: () => void): void => {
    check.reset()
    add.reset()
    change()
  }
  const error = add.error ?? check.error
  const fresh = check.data?.data.length ?? 0
  if (add.data) return <Done added={add.data} onClose={onClose} />
  return (
    <Dialog title="Add prompts" onClose={onClose}>
      <Form onSubmit={() => (check.data && fresh > 0 ? add.mutate(input(false)) : check.mutate(input(true)))}>
        <TextAreaField
          label="Prompts, one a line"
          hint="As a buyer would ask them, up to 200 at once. Without the brand’s name where you can: branded prompts stay outside the score."
          rows={8}
          value={pasted}
          onText={(text) => edit(() => setPasted(text))}
        />
        <CircumstanceFields
          value={circumstances}
          onChange={(value) => edit(() => setCircumstances(value))}
          errors={sharedErrors(error)}
        />
        <Lines lines={lines} good={good} checked={check.data} error={error} />
        <Refusal error={error} />
        <FormActions>
          <Button
            look="primary"
            type="submit"
            disabled={good.length === 0 || (check.data !== undefined && fresh === 0)}
            isBusy={check.isPending || add.isPending}
          >
            {check.data ? `Add ${counted(fresh, 'prompt')}` : 'Check them'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

/** Lines that are not added, each with the reason; the others are counted. */
function Lines({
  lines,
  good,
  checked,
  error,
}: {
  lines: readonly PastedLine[]
  good: readonly PastedLine[]
  checked: Added | undefined
  error: ProblemError | null
}): ReactNode {
  if (lines.length === 0) return null
  const refused = refusedLines(error)
  const branded = checked?.data.filter((prompt) => prompt.branded).length ?? 0
  const known = new Set(checked?.duplicates.map(({ index }) => index))
  const told = [
    ...lines
      .filter(({ problem }) => problem !== null)
      .map(({ line, text, problem }) => ({ line, text, says: problem })),
    ...good.flatMap(({ line, text }, index) => {
      const says = refused.get(index) ?? (known.has(index) ? 'is asked already' : null)
      return says === null ? [] : [{ line, text, says }]
    }),
  ].toSorted((one, other) => one.line - other.line)
  return (
    <div className={styles['lines']} role="status">
      <p>
        {counted(lines.length, 'line')}
        {checked ? `: ${counted(checked.data.length, 'new prompt')}` : `, ${counted(good.length, 'prompt')} to check`}
        {told.length > 0 && `, ${told.length} left out`}.
        {branded > 0 && ` Outside the score, because they name the brand: ${branded}.`}
      </p>
      {told.length > 0 && (
        <ul>
          {told.map(({ line, text, says }) => (
            <li key={line}>
              <strong>Line {line}</strong> {says}: <q>{text.length > 90 ? `${text.slice(0, 89)}…` : text}</q>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Done({ added, onClose }: { added: Added; onClose: () => void }): ReactNode {
  return (
    <Dialog title="Prompts added" onClose={onClose}>
      <Notice kind="good" isLive>
        {counted(added.data.length, 'prompt')} added
        {added.duplicates.length > 0 && `, ${added.duplicates.length} were there already`}. The next run asks them.
      </Notice>
    </Dialog>
  )
}

/** `prompts.3.text` in a refusal: what is wrong with the fourth. */
function refusedLines(error: ProblemError | null): Map<number, string> {
  const found = Object.entries(error?.fields ?? {}).flatMap(([path, message]): [number, string][] => {
    const index = /^prompts\.(\d+)\.text/.exec(path)?.[1]
    return index === undefined ? [] : [[Number(index), message]]
  })
  return new Map(found)
}

/** Topic, tags, country and language are typed once for all lines, so the first line's error is everyone's. */
function sharedErrors(error: ProblemError | null): Record<string, string> {
  const found = Object.entries(error?.fields ?? {}).flatMap(([path, message]): [string, string][] => {
    const name = /^prompts\.\d+\.(topic|tags|country|language)/.exec(path)?.[1]
    return name === undefined ? [] : [[name, message]]
  })
  return Object.fromEntries(found)
}
