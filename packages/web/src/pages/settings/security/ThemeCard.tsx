import type { ReactNode } from 'react'
import { Card } from '../../../design/Card.tsx'
import { choicesOf } from '../../../design/choices.ts'
import { Segments } from '../../../design/Segments.tsx'
import { themeWords } from '../../../shell/theme.ts'
import { useTheme } from '../../../shell/use-theme.ts'

export function ThemeCard(): ReactNode {
  const [theme, choose] = useTheme()
  return (
    <Card title="Theme" note="Kept in this browser.">
      <Segments label="Theme" choices={choicesOf(themeWords)} value={theme} onChoice={choose} />
    </Card>
  )
}
