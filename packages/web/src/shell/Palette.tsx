import { useLocation, useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { useMay } from '../api/session.ts'
import { useList } from '../api/use-api.ts'
import { Dialog } from '../design/Dialog.tsx'
import { actions } from './actions.ts'
import styles from './Palette.module.css'
import { windowWords, type Window } from './search.ts'
import { brandSections, settingsPages } from './sections.ts'
import { brandKeys } from './shortcuts.ts'
import { themeWords, type Theme } from './theme.ts'
import { useBrandId } from './use-brand-id.ts'
import { useSignOut } from './use-sign-out.ts'
import { useTheme } from './use-theme.ts'

type Props = { onClose: () => void; onHelp: () => void }

/** Everything one can go to or do, by a few letters of its name. */
export default function Palette({ onClose, onHelp }: Props): ReactNode {
  const navigate = useNavigate()
  const may = useMay()
  const brandId = useBrandId()
  const brands = useList('listBrands', {})
  const leaveFor = (journey: Promise<void>): void => {
    onClose()
    void journey
  }
  return (
    <Dialog title="Go to …" onClose={onClose}>
      <Command label="Go to" className={styles['palette'] ?? ''}>
        <Command.Input placeholder="A page, a brand, an action" className={styles['input'] ?? ''} data-focus />
        <Command.List className={styles['list'] ?? ''} label="Places and actions">
          <Command.Empty>Nothing of that name.</Command.Empty>
          {brandId !== undefined &&
            brandSections.map(({ title, pages }) => (
              <Command.Group key={title} heading={title}>
                {pages.map(({ to, label }) => (
                  <Command.Item key={to} value={label} onSelect={() => leaveFor(navigate({ to, params: { brandId } }))}>
                    {label}
                    <Keys to={to} />
                  </Command.Item>
                ))}
              </Command.Group>
            ))}
          <Command.Group heading="Do">
            {actions
              .filter(({ role, needsBrand }) => may(role) && (!needsBrand || brandId !== undefined))
              .map(({ to, hash, label }) => (
                <Command.Item
                  key={label}
                  onSelect={() => leaveFor(navigate({ to, params: { brandId: brandId ?? '' }, hash }))}
                >
                  {label}
                </Command.Item>
              ))}
            <Here onClose={onClose} />
          </Command.Group>
          <Command.Group heading="Brands">
            {brands.data?.map(({ id, name }) => (
              <Command.Item
                key={id}
                value={`brand ${name} ${id}`}
                onSelect={() => leaveFor(navigate({ to: '/brands/$brandId', params: { brandId: id } }))}
              >
                {name}
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading="Organization">
            <Command.Item value="Usage" onSelect={() => leaveFor(navigate({ to: '/usage' }))}>
              Usage
              <kbd>g u</kbd>
            </Command.Item>
            {settingsPages
              .filter(({ role }) => may(role))
              .map(({ to, label }) => (
                <Command.Item key={to} value={`settings ${label}`} onSelect={() => leaveFor(navigate({ to }))}>
                  {label}
                </Command.Item>
              ))}
          </Command.Group>
          <Command.Group heading="Help">
            <Command.Item
              value="keyboard shortcuts help"
              onSelect={() => {
                onClose()
                onHelp()
              }}
            >
              Keyboard shortcuts
              <kbd>?</kbd>
            </Command.Item>
            <Command.Item onSelect={() => globalThis.location.assign('/docs')}>API documentation</Command.Item>
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  )
}

/** What is done to the page at hand, and to the application itself. */
function Here({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [theme, chooseTheme] = useTheme()
  const signOut = useSignOut()
  const windows = pathname.startsWith('/brands/') ? (Object.keys(windowWords) as Window[]) : []
  const then = (act: () => void) => (): void => {
    onClose()
    act()
  }
  return (
    <>
      {windows.map((window) => (
        <Command.Item
          key={window}
          onSelect={then(() => void navigate({ to: '.', search: (search: object) => ({ ...search, window }) }))}
        >
          Show the last {windowWords[window]}
        </Command.Item>
      ))}
      {(Object.keys(themeWords) as Theme[])
        .filter((one) => one !== theme)
        .map((one) => (
          <Command.Item key={one} onSelect={then(() => chooseTheme(one))}>
            Theme: {themeWords[one].toLowerCase()}
          </Command.Item>
        ))}
      <Command.Item onSelect={then(() => globalThis.print())}>Print this page</Command.Item>
      <Command.Item onSelect={then(signOut)}>Sign out</Command.Item>
    </>
  )
}

function Keys({ to }: { to: string }): ReactNode {
  const key = Object.entries(brandKeys).find(([, place]) => place === to)?.[0]
  return key === undefined ? null : <kbd>g {key}</kbd>
}
