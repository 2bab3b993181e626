import { keep, readKept } from './kept.ts'
import { knownOf } from './search.ts'

export type Theme = 'system' | 'light' | 'dark'
export const themeWords: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' }

const PLACE = 'sightline.theme'

/** What was chosen in this browser; the system's choice until then. */
export function chosenTheme(): Theme {
  return knownOf(themeWords, readKept(PLACE) ?? undefined) ?? 'system'
}

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}

/** Shown, and kept for the next time. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  keep(PLACE, theme)
}
