import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './Button.module.css'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look
  size?: 'normal' | 'small'
  /** What was pressed is under way: it cannot be pressed again, and says so. */
  isBusy?: boolean
  children: ReactNode
}

export function Button({ look = 'secondary', size = 'normal', isBusy = false, children, ...rest }: Props): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look, size)}
      aria-busy={isBusy || undefined}
      disabled={rest.disabled === true || isBusy}
    >
      {children}
      {isBusy && <span className="visually-hidden"> (under way)</span>}
    </button>
  )
}

/** The same look for a link. */
export const buttonClass = (look: Look = 'secondary', size: 'normal' | 'small' = 'normal'): string =>
  [styles['button'], styles[look], size === 'small' && styles['small']].filter(Boolean).join(' ')
