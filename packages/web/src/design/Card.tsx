import { useId, type ReactNode } from 'react'
import styles from './Card.module.css'

type Props = {
  title: ReactNode
  /** Beside the title: an info button, a badge. */
  aside?: ReactNode
  /** At the right: what can be done here. */
  actions?: ReactNode
  /** One sentence under the title. */
  note?: ReactNode
  children: ReactNode
}

/** A section of a page, named by its title. */
export function Card({ title, aside, actions, note, children }: Props): ReactNode {
  const titleId = useId()
  return (
    <section className={styles['card']} aria-labelledby={titleId}>
      <div className={styles['head']}>
        <div className={styles['title']}>
          <h2 id={titleId}>{title}</h2>
          {aside}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      {note !== undefined && <p className={styles['note']}>{note}</p>}
      <div className={styles['body']}>{children}</div>
    </section>
  )
}

/** Cards side by side where there is room: `columns` at most. */
export function Columns({ columns = 2, children }: { columns?: 2 | 3; children: ReactNode }): ReactNode {
  return <div className={styles[columns === 3 ? 'threeColumns' : 'twoColumns']}>{children}</div>
}

/** Cards below each other. */
export function Stack({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles['stack']}>{children}</div>
}
