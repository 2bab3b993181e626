import { useState, type ReactNode } from 'react'
import type { ProblemError } from '../../../api/door.ts'
import { Button } from '../../../design/Button.tsx'
import { choicesOf } from '../../../design/choices.ts'
import { CheckField, Form, FormActions, SelectField, TextField } from '../../../design/Field.tsx'
import { toggled } from '../../../format/lists.ts'
import { FormError } from '../FormError.tsx'
import { BrandChoice } from '../BrandChoice.tsx'
import styles from '../settings.module.css'
import { eventWords, formatWords, type Webhook } from './words.ts'

export type WebhookWish = {
  url: string
  events: Webhook['events']
  threshold: number
  onlySignificant: boolean
  brandIds: string[] | null
  description: string | null
  format?: Webhook['format']
}

type Props = {
  initial?: Webhook
  action: string
  isBusy: boolean
  error: ProblemError | null
  onSubmit: (wish: WebhookWish) => void
  onCancel: () => void
  /** What only a new one is asked. */
  children?: ReactNode
}

// The words' names are the contract's own.
const everyEvent = Object.keys(eventWords) as Webhook['events']

/** Where to, of what, and how much must have happened. */
export function WebhookFields({ initial, action, isBusy, error, onSubmit, onCancel, children }: Props): ReactNode {
  const [url, setUrl] = useState(initial?.url ?? '')
  const [description, setDescription] = useState(initial?.description ?? '')
  const [events, setEvents] = useState<Webhook['events']>(initial?.events ?? everyEvent)
  const [threshold, setThreshold] = useState(String(initial?.threshold ?? 0))
  const [onlySignificant, setOnlySignificant] = useState(initial?.onlySignificant ?? true)
  const [format, setFormat] = useState<Webhook['format'] | 'fitting'>(initial?.format ?? 'fitting')
  const [brandIds, setBrandIds] = useState(initial?.brandIds ?? null)
  const wrong = error?.fields ?? {}
  const submit = (): void =>
    onSubmit({
      url,
      events,
      threshold: Number(threshold),
      onlySignificant,
      brandIds,
      description: description.trim() === '' ? null : description,
      ...(format !== 'fitting' && { format }),
    })
  return (
    <Form onSubmit={submit}>
      <FormError error={error} />
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.com/hooks/sightline"
        hint="A public https address. Of a chat tool: the address of its incoming webhook."
        required
        value={url}
        onText={setUrl}
        error={wrong['url']}
      />
      <TextField
        label="What it is for (optional)"
        autoComplete="off"
        value={description}
        onText={setDescription}
        error={wrong['description']}
      />
      <EventChoice events={events} onChange={setEvents} error={wrong['events']} />
      <TextField
        label="Threshold, in points"
        type="number"
        inputMode="decimal"
        min={0}
        max={100}
        step="any"
        hint="How far a score must be from what this webhook was told last, so that a slow drift is told, too. 0: every change of the whole number."
        value={threshold}
        onText={setThreshold}
        error={wrong['threshold']}
      />
      <CheckField
        label="Only what is more than chance"
        hint="Holds back changes whose 95 % interval contains 0. Recommendations are never held back."
        isChecked={onlySignificant}
        onCheck={setOnlySignificant}
      />
      <SelectField
        label="Format"
        value={format}
        choices={[
          ...(initial ? [] : [{ value: 'fitting' as const, label: 'What fits the address' }]),
          ...choicesOf(formatWords),
        ]}
        onChoice={setFormat}
        error={wrong['format']}
      />
      <BrandChoice noun="webhook" brandIds={brandIds} onChange={setBrandIds} error={wrong['brandIds']} />
      {children}
      <FormActions>
        <Button
          type="submit"
          look="primary"
          isBusy={isBusy}
          disabled={events.length === 0 || threshold.trim() === '' || brandIds?.length === 0}
        >
          {action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </FormActions>
    </Form>
  )
}

function EventChoice({
  events,
  onChange,
  error,
}: {
  events: Webhook['events']
  onChange: (events: Webhook['events']) => void
  error: string | undefined
}): ReactNode {
  return (
    <fieldset className={styles['choices']}>
      <legend className={styles['legend']}>Tell of</legend>
      {everyEvent.map((type) => (
        <CheckField
          key={type}
          label={
            <>
              {eventWords[type].label} <code>{type}</code>
            </>
          }
          hint={eventWords[type].says}
          isChecked={events.includes(type)}
          onCheck={(isChosen) => onChange(toggled(events, type, isChosen))}
        />
      ))}
      {events.length === 0 && <p className={styles['soft']}>Choose at least one kind of event.</p>}
      {error !== undefined && <p role="alert">{error}</p>}
    </fieldset>
  )
}
