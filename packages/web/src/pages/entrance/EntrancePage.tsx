import { useEffect, type ReactNode } from 'react'
import { Logo } from '../../shell/Logo.tsx'
import styles from './EntrancePage.module.css'

/** The frame of everything that comes before one is signed in. */
export function EntrancePage({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Sightline`
  }, [title])
  return (
    <div className={styles['page']}>
      <header className={styles['logo']}>
        <Logo />
      </header>
      <main id="main" className={styles['main']}>
        <h1>{title}</h1>
        {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        {children}
      </main>
    </div>
  )
}
