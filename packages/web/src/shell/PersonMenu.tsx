import type { ReactNode } from 'react'
import { usePresent } from '../api/session.ts'
import { Button } from '../design/Button.tsx'
import { choicesOf } from '../design/choices.ts'
import { SelectField } from '../design/Field.tsx'
import { Popover } from '../design/Popover.tsx'
import styles from './PersonMenu.module.css'
import { themeWords } from './theme.ts'
import { useSignOut } from './use-sign-out.ts'
import { useTheme } from './use-theme.ts'

/** Who is signed in, where; theme, other organizations, the way out. */
export function PersonMenu({ onShortcuts }: { onShortcuts: () => void }): ReactNode {
  const { session, organization, enter } = usePresent()
  const [theme, chooseTheme] = useTheme()
  const signOut = useSignOut()
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
      <SelectField label="Theme" choices={choicesOf(themeWords)} value={theme} onChoice={chooseTheme} />
      <Button look="quiet" onClick={onShortcuts}>
        Keyboard shortcuts
      </Button>
      <a href="/docs">API documentation</a>
      <Button onClick={signOut}>Sign out</Button>
    </Popover>
  )
}
