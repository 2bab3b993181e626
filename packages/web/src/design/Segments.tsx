import { useId, type ReactNode } from 'react'
import type { Choice } from './Field.tsx'
import styles from './Segments.module.css'

/** One of a few, all of them seen: radio buttons side by side. */
export function Segments<Value extends string>({
  label,
  choices,
  value,
  onChoice,
}: {
  label: string
  choices: readonly Choice<Value>[]
  value: Value
  onChoice: (value: Value) => void
}): ReactNode {
  const name = useId()
  return (
    <fieldset className={styles['segments']}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles['segment']}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={choice.value === value}
            onChange={() => onChoice(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
