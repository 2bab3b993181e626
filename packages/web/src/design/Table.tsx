import type { ReactNode } from 'react'
import styles from './Table.module.css'

export type Column<Row> = {
  /** Unique in the table. */
  id: string
  title: ReactNode
  /** Numbers stand at the right, with figures of one width. */
  isNumeric?: boolean
  /** The one that names the row for who cannot see it. */
  isRowTitle?: boolean
  cell: (row: Row) => ReactNode
}

type Props<Row> = {
  /** Says what the table holds; read out, and shown with `isCaptionShown`. */
  caption: string
  isCaptionShown?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  isDense?: boolean
}

/** A real table; where it is too wide for the screen it scrolls by itself, by keyboard too. */
export function Table<Row>({
  caption,
  isCaptionShown = false,
  columns,
  rows,
  rowId,
  isDense = false,
}: Props<Row>): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={styles['scroll']} role="region" aria-label={caption} tabIndex={0}>
      <table className={[styles['table'], isDense && styles['dense']].filter(Boolean).join(' ')}>
        <caption className={isCaptionShown ? styles['caption'] : 'visually-hidden'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, title, isNumeric }) => (
              <th key={id} scope="col" className={isNumeric ? styles['numeric'] : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
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
          ))}
        </tbody>
      </table>
    </div>
  )
}
