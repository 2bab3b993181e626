import type { ReactNode } from 'react'
import styles from './Logo.module.css'

export function Logo(): ReactNode {
  return (
    <span className={styles['logo']}>
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="var(--accent)" />
        <g fill="none" stroke="var(--on-accent)" strokeWidth="2.2" strokeLinecap="round">
          <path d="M5 16c3.2-5 6.9-7.5 11-7.5S23.8 11 27 16c-3.2 5-6.9 7.5-11 7.5S8.2 21 5 16Z" />
          <path d="M16 5v7M16 20v7" />
        </g>
        <circle cx="16" cy="16" r="2.6" fill="var(--on-accent)" />
      </svg>
      Sightline
    </span>
  )
}
