const cleaned = (parts: readonly string[]): string[] => parts.map((part) => part.trim()).filter((part) => part !== '')

/** What was typed as a list, one a line. */
export const linesOf = (text: string): string[] => cleaned(text.split('\n'))

/** What was typed as a list, by commas or lines. */
export const listed = (text: string): string[] => cleaned(text.split(/[\n,]/))

/** A choice of several with one more, or without it. */
export const toggled = <Entry>(chosen: Iterable<Entry>, entry: Entry, isChosen: boolean): Entry[] =>
  isChosen ? [...chosen, entry] : [...chosen].filter((one) => one !== entry)
