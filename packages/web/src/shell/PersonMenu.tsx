import { useQueryClient } from '@tanstack/react-query'
import { DropdownMenu } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import { usePresent } from '../api/session.ts'
import { useDoor } from '../api/use-door.ts'
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
    // Not modal: a modal one needs a style made by a script, which the page's policy forbids.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={styles['trigger']}>
        <span className={styles['name']}>{session.person.name}</span>
        <span className={styles['where']}>{organization.name}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles['menu']} side="top" align="start" sideOffset={6} collisionPadding={12}>
          {session.organizations.length > 1 && (
            <>
              <DropdownMenu.Label className={styles['label']}>Organization</DropdownMenu.Label>
              <DropdownMenu.RadioGroup value={organization.id}>
                {session.organizations.map((one) => (
                  <DropdownMenu.RadioItem
                    key={one.id}
                    value={one.id}
                    className={styles['item']}
                    onSelect={() => enter(one)}
                  >
                    {one.name}
                  </DropdownMenu.RadioItem>
                ))}
              </DropdownMenu.RadioGroup>
              <DropdownMenu.Separator className={styles['line']} />
            </>
          )}
          <DropdownMenu.Label className={styles['label']}>Theme</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={theme}>
            {themes.map((one) => (
              <DropdownMenu.RadioItem
                key={one}
                value={one}
                className={styles['item']}
                onSelect={() => {
                  applyTheme(one)
                  setTheme(one)
                }}
              >
                {THEME_WORDS[one]}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className={styles['line']} />
          <DropdownMenu.Item className={styles['item']} asChild>
            <a href="/docs">API documentation</a>
          </DropdownMenu.Item>
          <DropdownMenu.Item className={styles['item']} onSelect={() => void signOut()}>
            Sign out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
