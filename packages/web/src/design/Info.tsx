import type { ReactNode } from 'react'
import { definitions, type DefinedTerm } from '../format/definitions.ts'
import styles from './Info.module.css'
import { Popover } from './Popover.tsx'

/** The definition of a number, with its formula and a worked example, behind a button beside it. */
export function Info({ term }: { term: DefinedTerm }): ReactNode {
  const { name, says, formula, example } = definitions[term]
  return (
    <Popover
      label={`What is “${name}”?`}
      trigger={<span aria-hidden="true">i</span>}
      triggerClass={styles['button']}
      contentClass={styles['content']}
    >
      <p className={styles['name']}>{name}</p>
      <p>{says}</p>
      <p className={styles['formula']}>{formula}</p>
      <p className={styles['example']}>{example}</p>
    </Popover>
  )
}

/** The title of a column or a value, with its definition beside it. */
export function Titled({ words, term }: { words: string; term: DefinedTerm }): ReactNode {
  return (
    <span className={styles['titled']}>
      {words} <Info term={term} />
    </span>
  )
}
