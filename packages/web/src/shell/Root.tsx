import { Outlet, type ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty } from '../design/Empty.tsx'
import { Alone } from './Alone.tsx'
import styles from './Root.module.css'

export function Root(): ReactNode {
  return (
    <>
      <a href="#main" className={styles['skip']}>
        Skip to the content
      </a>
      <Outlet />
    </>
  )
}

export function NotFound(): ReactNode {
  return (
    <Alone title="There is no such page">
      <Empty title="The address names nothing here">
        <a href="/">Go to the overview</a>
      </Empty>
    </Alone>
  )
}

/** A fault of this application; nothing that is stored is touched by it. */
export function Broken({ error }: ErrorComponentProps): ReactNode {
  return (
    <Alone title="This page broke" isAlert>
      <Empty title="Nothing was lost" action={<a href={globalThis.location?.pathname ?? '/'}>Load it again</a>}>
        {error instanceof Error ? error.message : 'No reason is known.'}
      </Empty>
    </Alone>
  )
}
