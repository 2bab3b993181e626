import type { ReactNode } from 'react'
import styles from './Table.module.css'

export type Column<Entry> = {
  /** Unique in the table. */
  id: string
  title: ReactNode
  /** Numbers stand at the right, with figures of one width. */
  isNumeric?: boolean
  /** The one that names the row for who cannot see it. */
  isRowTitle?: boolean
  cell: (row: Entry) => ReactNode
}

export type TableProps<Entry> = {
  /** Says what the table holds; read out, and shown with `isCaptionShown`. */
  caption: string
  isCaptionShown?: boolean
  columns: readonly Column<Entry>[]
  rows: readonly Entry[]
  /** Unique in the table; `index` for entries that only their place tells apart. */
  rowId: (row: Entry, index: number) => string
  isDense?: boolean
}

/** A real table; where it is too wide for the screen it scrolls by itself, by keyboard too. */
export function Table<Entry>({
  caption,
  isCaptionShown = false,
  columns,
  rows,
  rowId,
  isDense = false,
}: TableProps<Entry>): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={styles['scroll']} role="region" aria-label={caption} tabIndex={0}>
      <table className={tableClass(isDense)}>
        <caption className={isCaptionShown ? styles['caption'] : 'visually-hidden'}>{caption}</caption>
        <thead>
          <HeadRow columns={columns} />
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={rowId(row, index)} columns={columns} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function HeadRow<Entry>({ columns }: { columns: readonly Column<Entry>[] }): ReactNode {
  return (
    <tr>
      {columns.map(({ id, title, isNumeric }) => (
        <th key={id} scope="col" className={isNumeric ? styles['numeric'] : undefined}>
          {title}
        </th>
      ))}
    </tr>
  )
}

/** `index` and `measure`: of a row of a table that draws only a part of its rows. */
export function Row<Entry>({
  columns,
  row,
  index,
  measure,
}: {
  columns: readonly Column<Entry>[]
  row: Entry
  index?: number
  measure?: (element: HTMLTableRowElement | null) => void
}): ReactNode {
  return (
    <tr
      ref={measure}
      data-index={index}
      // The head is the first row.
      aria-rowindex={index === undefined ? undefined : index + 2}
    >
      {columns.map(({ id, isNumeric, isRowTitle, cell }) =>
        isRowTitle ? (
          <th key={id} scope="row" className={styles['rowTitle']}>
            {cell(row)}
          </th>
        ) : (
          <td key={id} className={isNumeric ? styles['numeric'] : undefined}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  )
}

export const tableClass = (isDense: boolean): string =>
  [styles['table'], isDense && styles['dense']].filter(Boolean).join(' ')
export const tableStyles = styles
