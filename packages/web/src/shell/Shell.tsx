import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useMay, usePresent } from '../api/session.ts'
import { useList } from '../api/use-api.ts'
import { SimulatedBadge } from '../design/Badge.tsx'
import { Button } from '../design/Button.tsx'
import { BrandSwitcher } from './BrandSwitcher.tsx'
import { FailedBeside } from './FailedBeside.tsx'
import { isMac } from './keys.ts'
import { Logo } from './Logo.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { brandSections, settingsPages } from './sections.ts'
import styles from './Shell.module.css'
import { useBrandId } from './use-brand-id.ts'
import { useShortcuts } from './use-shortcuts.ts'

const Palette = lazy(() => import('./Palette.tsx'))
const Shortcuts = lazy(() => import('./Shortcuts.tsx'))

/** Navigation at the left (behind a button where it is narrow), the page beside it. */
export function Shell(): ReactNode {
  const { session } = usePresent()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const [dialog, setDialog] = useState<'palette' | 'shortcuts' | null>(null)
  const openPalette = (): void => setDialog('palette')
  const openShortcuts = (): void => setDialog('shortcuts')
  const close = (): void => setDialog(null)
  useEffect(() => setOpen(false), [pathname])
  useShortcuts({ onPalette: openPalette, onHelp: openShortcuts })
  return (
    <div className={styles['shell']}>
      <header className={styles['bar']}>
        <Link to="/" className={styles['home']} aria-label="Sightline: overview">
          <Logo />
        </Link>
        <SimulatedBadge isShown={session.isDemo} />
        <Button
          look="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </Button>
      </header>
      <aside
        id="navigation"
        aria-label="Navigation"
        className={[styles['side'], isOpen && styles['isOpen']].filter(Boolean).join(' ')}
      >
        <div className={styles['brandmark']}>
          <Link to="/" className={styles['home']} aria-label="Sightline: overview">
            <Logo />
          </Link>
          <SimulatedBadge isShown={session.isDemo} />
        </div>
        <BrandSwitcher />
        <button type="button" className={styles['search']} onClick={openPalette}>
          Go to … <kbd>{isMac() ? '⌘' : 'Ctrl '}K</kbd>
        </button>
        <Navigation />
        <PersonMenu onShortcuts={openShortcuts} />
      </aside>
      <main id="main" className={styles['main']} tabIndex={-1}>
        <PaperHead />
        <FailedBeside />
        <Outlet />
      </main>
      <Suspense>
        {dialog === 'palette' && <Palette onClose={close} onHelp={openShortcuts} />}
        {dialog === 'shortcuts' && <Shortcuts onClose={close} />}
      </Suspense>
    </div>
  )
}

/** On paper nothing around the page says whose it is. */
function PaperHead(): ReactNode {
  const { organization } = usePresent()
  const brands = useList('listBrands', {})
  const brandId = useBrandId()
  const brand = brands.data?.find(({ id }) => id === brandId)
  return (
    <p className={styles['paper']} aria-hidden="true">
      {['Sightline', organization.name, brand?.name].filter(Boolean).join(' · ')}
    </p>
  )
}

function Navigation(): ReactNode {
  const brandId = useBrandId()
  const may = useMay()
  const { pathname } = useLocation()
  const isSettings = pathname.startsWith('/settings')
  return (
    <nav aria-label="Pages" className={styles['nav']}>
      {brandId !== undefined &&
        brandSections.map(({ title, pages }) => (
          <div key={title}>
            <p className={styles['section']}>{title}</p>
            <ul>
              {pages.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    params={{ brandId }}
                    search={keepWindow}
                    className={styles['link']}
                    activeOptions={{ exact: to === '/brands/$brandId', includeSearch: false }}
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      <div>
        <p className={styles['section']}>Organization</p>
        <ul>
          <li>
            <Link to="/usage" className={styles['link']}>
              Usage
            </Link>
          </li>
          <li>
            <Link
              to="/settings/organization"
              className={styles['link']}
              data-status={isSettings ? 'active' : undefined}
            >
              Settings
            </Link>
          </li>
          {isSettings &&
            settingsPages
              .filter(({ role }) => may(role))
              .map(({ to, label }) => (
                <li key={to} className={styles['sub']}>
                  <Link to={to} className={styles['link']}>
                    {label}
                  </Link>
                </li>
              ))}
        </ul>
      </div>
    </nav>
  )
}

/** The window goes along from page to page; what else was filtered is of one page. */
const keepWindow = (search: { window?: unknown }): object =>
  search.window === undefined ? {} : { window: search.window }
