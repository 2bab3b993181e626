import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { definitions, type DefinedTerm } from '../format/definitions.ts'
import styles from './Info.module.css'

/** The definition of a number, with its formula and a worked example, behind a button beside it. */
export function Info({ term }: { term: DefinedTerm }): ReactNode {
  const { name, says, formula, example } = definitions[term]
  return (
    <Popover.Root>
      <Popover.Trigger className={styles['button']} aria-label={`What is “${name}”?`}>
        <span aria-hidden="true">i</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={styles['content']} sideOffset={6} collisionPadding={12} aria-label={name}>
          <p className={styles['name']}>{name}</p>
          <p>{says}</p>
          <p className={styles['formula']}>{formula}</p>
          <p className={styles['example']}>{example}</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
