import { useState, type ReactNode } from 'react'
import { Card } from '../../../design/Card.tsx'
import { Segments } from '../../../design/Segments.tsx'
import { applyTheme, chosenTheme, themes, type Theme } from '../../../shell/theme.ts'

const WORDS: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' }

export function ThemeCard(): ReactNode {
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <Card title="Theme" note="Kept in this browser.">
      <Segments
        label="Theme"
        choices={themes.map((value) => ({ value, label: WORDS[value] }))}
        value={theme}
        onChoice={(next) => {
          applyTheme(next)
          setTheme(next)
        }}
      />
    </Card>
  )
}
