import { useEffect, type ReactNode } from 'react'
import styles from './PageHeader.module.css'

type Props = {
  title: string
  /** One sentence: what this page answers. Given and not known yet: its line is kept free, so that nothing jumps. */
  lead?: ReactNode
  /** Beside the title. */
  badge?: ReactNode
  /** Filters and the one action. */
  children?: ReactNode
}

/** The page's only h1; it names the browser's tab as well. */
export function PageHeader(props: Props): ReactNode {
  const { title, lead, badge, children } = props
  useEffect(() => {
    document.title = `${title} · Sightline`
  }, [title])
  return (
    <div className={styles['header']}>
      <div className={styles['words']}>
        <div className={styles['line']}>
          <h1>{title}</h1>
          {badge}
        </div>
        {'lead' in props && (
          <p className={[styles['lead'], lead === undefined && styles['isComing']].filter(Boolean).join(' ')}>{lead}</p>
        )}
      </div>
      {children !== undefined && <div className={styles['tools']}>{children}</div>}
    </div>
  )
}
