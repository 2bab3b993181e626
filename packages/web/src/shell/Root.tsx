import { Outlet, type ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty } from '../design/Empty.tsx'
import { CenteredPage } from './CenteredPage.tsx'
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
    <CenteredPage title="There is no such page">
      <Empty title="The address names nothing here">
        <a href="/">Go to the overview</a>
      </Empty>
    </CenteredPage>
  )
}

/** A fault of this application, or a part of it that does not come; nothing that is stored is touched by either. */
export function Broken({ error }: ErrorComponentProps): ReactNode {
  const { pathname, search } = globalThis.location
  const again = <a href={`${pathname}${search}`}>Load it again</a>
  const words = error instanceof Error ? error.message : 'No reason is known.'
  if (MISSING_PART.test(words))
    return (
      <CenteredPage title="This page could not be loaded" isAlert>
        <Empty title="Nothing was lost" action={again}>
          Check the connection. If Sightline was updated while it was open here, loading it again is enough.
        </Empty>
      </CenteredPage>
    )
  return (
    <CenteredPage title="This page broke" isAlert>
      <Empty title="Nothing was lost" action={again}>
        {words}
      </Empty>
    </CenteredPage>
  )
}

/** What browsers and Vite say of a file that did not come. */
const MISSING_PART = /dynamically imported module|module script|preload CSS/i
