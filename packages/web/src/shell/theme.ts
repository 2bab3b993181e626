export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const PLACE = 'sightline.theme'

/** What was chosen in this browser; the system's choice until then. */
export function chosenTheme(): Theme {
  const kept = readKept()
  return themes.find((theme) => theme === kept) ?? 'system'
}

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  try {
    localStorage.setItem(PLACE, theme)
  } catch {
    // A browser that keeps nothing still shows it.
  }
}

function readKept(): string | null {
  try {
    return localStorage.getItem(PLACE)
  } catch {
    return null
  }
}
