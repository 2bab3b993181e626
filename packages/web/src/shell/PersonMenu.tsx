import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { usePresent } from '../api/session.ts'
import { useDoor } from '../api/use-door.ts'
import { Button } from '../design/Button.tsx'
import { SelectField } from '../design/Field.tsx'
import { Popover } from '../design/Popover.tsx'
import styles from './PersonMenu.module.css'
import { applyTheme, chosenTheme, themes, type Theme } from './theme.ts'

const THEME_WORDS: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' }

/** Who is signed in, where; theme, other organizations, the way out. */
export function PersonMenu(): ReactNode {
  const { session, organization, enter } = usePresent()
  const door = useDoor()
  const queries = useQueryClient()
  const [theme, setTheme] = useState(chosenTheme)
  const signOut = async (): Promise<void> => {
    await door.call('signOut', {})
    queries.clear()
    globalThis.location.assign('/sign-in')
  }
  return (
    <Popover
      trigger={
        <>
          <span className={styles['name']}>{session.person.name}</span>
          <span className={styles['where']}>{organization.name}</span>
        </>
      }
      triggerClass={styles['trigger']}
      contentClass={styles['menu']}
    >
      {session.organizations.length > 1 && (
        <SelectField
          label="Organization"
          choices={session.organizations.map(({ id, name }) => ({ value: id, label: name }))}
          value={organization.id}
          onChoice={(id) => {
            const chosen = session.organizations.find((one) => one.id === id)
            if (chosen) enter(chosen)
          }}
        />
      )}
      <SelectField
        label="Theme"
        choices={themes.map((value) => ({ value, label: THEME_WORDS[value] }))}
        value={theme}
        onChoice={(chosen) => {
          applyTheme(chosen)
          setTheme(chosen)
        }}
      />
      <a href="/docs">API documentation</a>
      <Button onClick={() => void signOut()}>Sign out</Button>
    </Popover>
  )
}
