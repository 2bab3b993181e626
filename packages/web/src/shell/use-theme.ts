import { useState } from 'react'
import { chooseTheme, chosenTheme, type Theme } from './theme.ts'

/** The theme of this browser, and what changes it. */
export function useTheme(): [theme: Theme, choose: (theme: Theme) => void] {
  const [theme, setTheme] = useState(chosenTheme)
  const choose = (next: Theme): void => {
    chooseTheme(next)
    setTheme(next)
  }
  return [theme, choose]
}
