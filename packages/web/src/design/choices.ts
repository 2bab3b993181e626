import type { Choice } from './Field.tsx'

/** Choices made of words that the contract's names have. */
export const choicesOf = <Value extends string>(words: Record<Value, string>): Choice<Value>[] =>
  // Its keys are the names and nothing else.
  (Object.keys(words) as Value[]).map((value) => ({ value, label: words[value] }))

/**
 * The choices of a filter, first the one that filters nothing. A chosen value that is not among them (not read yet, of
 * another time, or brought by an import) stays chosen and to be seen.
 */
export const filterChoices = (
  none: string,
  choices: readonly Choice<string>[],
  chosen?: string,
  words: (value: string) => string = (value) => value,
): Choice<string>[] => [
  { value: '', label: none },
  ...choices,
  ...(chosen === undefined || choices.some(({ value }) => value === chosen)
    ? []
    : [{ value: chosen, label: words(chosen) }]),
]
