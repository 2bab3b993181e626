import { useState } from 'react'

/** Copies a text; `said` is what came of it, to be read out. `otherwise`: what to do where the browser forbids it. */
export function useCopy(otherwise: string): { said: string; copy: (text: string) => void } {
  const [said, setSaid] = useState('')
  const copy = (text: string): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid(`The browser did not allow it: ${otherwise}`),
    )
  }
  return { said, copy }
}
