import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import styles from './Field.module.css'

type Words = {
  label: string
  /** What to type, or why it is asked for. */
  hint?: ReactNode
  /** What is wrong with what was typed, and how to mend it. */
  error?: string | undefined
  /** The label is read out but not shown: its place says it. */
  isLabelHidden?: boolean
}

/** A labelled input. `onText` gets what was typed. */
export function TextField({
  onText,
  ...props
}: Words & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & { onText: (text: string) => void }): ReactNode {
  const { words, rest } = split(props)
  return (
    <Labelled {...words}>
      {(given) => (
        <input {...rest} {...given} className={styles['input']} onChange={(event) => onText(event.target.value)} />
      )}
    </Labelled>
  )
}

export function TextAreaField({
  onText,
  ...props
}: Words &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> & { onText: (text: string) => void }): ReactNode {
  const { words, rest } = split(props)
  return (
    <Labelled {...words}>
      {(given) => (
        <textarea
          rows={4}
          {...rest}
          {...given}
          className={styles['input']}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Labelled>
  )
}

export type Choice<Value extends string> = { value: Value; label: string }

export function SelectField<Value extends string>({
  choices,
  onChoice,
  ...props
}: Words &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> & {
    choices: readonly Choice<Value>[]
    value: Value
    onChoice: (value: Value) => void
  }): ReactNode {
  const { words, rest } = split(props)
  return (
    <Labelled {...words}>
      {(given) => (
        <select
          {...rest}
          {...given}
          className={styles['input']}
          // Its options are the choices and nothing else.
          onChange={(event) => onChoice(event.target.value as Value)}
        >
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

export function CheckField({
  label,
  hint,
  isChecked,
  onCheck,
  disabled = false,
}: {
  label: ReactNode
  hint?: ReactNode
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
  disabled?: boolean
}): ReactNode {
  const hintId = useId()
  return (
    <label className={styles['check']}>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={disabled}
        onChange={(event) => onCheck(event.target.checked)}
        aria-describedby={hint === undefined ? undefined : hintId}
      />
      <span>
        {label}
        {hint !== undefined && (
          <span id={hintId} className={styles['hint']}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}

/** Fields below each other, with their buttons at the end. */
export function Form({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }): ReactNode {
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

export function FormActions({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles['actions']}>{children}</div>
}

type Given = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

function Labelled({
  label,
  hint,
  error,
  isLabelHidden = false,
  children,
}: Words & { children: (given: Given) => ReactNode }): ReactNode {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [hint !== undefined && hintId, error !== undefined && errorId].filter(Boolean).join(' ')
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <div id={hintId} className={styles['hint']}>
          {hint}
        </div>
      )}
      {error !== undefined && (
        <div id={errorId} className={styles['error']} role="alert">
          {error}
        </div>
      )}
    </div>
  )
}

function split<Props extends Words>({ label, hint, error, isLabelHidden, ...rest }: Props) {
  const words: Words = { label, hint, error, ...(isLabelHidden !== undefined && { isLabelHidden }) }
  return { words, rest }
}
