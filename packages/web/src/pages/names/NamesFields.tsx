import type { ReactNode } from 'react'
import { CheckField, TextAreaField } from '../../design/Field.tsx'
import type { TypedNames } from './typed-names.ts'

type List = 'aliases' | 'excludedNames' | 'domains'

/** Whose names they are changes what they are called. */
export type NamesWords = {
  lists: readonly { list: List; label: string; hint: string; rows: number }[]
  caseSensitive: { label: string; hint: string }
}

/** Other names, phrases that never count, domains, and whether letter case counts. */
export function NamesFields({
  typed,
  onChange,
  words,
  wrong,
}: {
  typed: TypedNames
  onChange: (typed: TypedNames) => void
  words: NamesWords
  wrong: (list: List) => string | undefined
}): ReactNode {
  return (
    <>
      {words.lists.map(({ list, label, hint, rows }) => (
        <TextAreaField
          key={list}
          label={label}
          hint={hint}
          rows={rows}
          value={typed[list]}
          onText={(text) => onChange({ ...typed, [list]: text })}
          error={wrong(list)}
        />
      ))}
      <CheckField
        label={words.caseSensitive.label}
        hint={words.caseSensitive.hint}
        isChecked={typed.caseSensitive}
        onCheck={(caseSensitive) => onChange({ ...typed, caseSensitive })}
      />
    </>
  )
}
