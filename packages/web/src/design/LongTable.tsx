import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { HeadRow, Row, Table, tableClass, tableStyles, type TableProps } from './Table.tsx'

/** From here on only the rows on the screen are drawn. */
const LONG = 200

/** A table of as many rows as there are: what is far above or below the screen is a gap of its height. */
export function LongTable<Entry>(props: TableProps<Entry>): ReactNode {
  return props.rows.length > LONG ? <WindowedTable {...props} /> : <Table {...props} />
}

// Scrolling draws the rows that come; those that stay are not drawn again.
const KeptRow = memo(Row) as typeof Row

function WindowedTable<Entry>({ caption, columns, rows, rowId, isDense = false }: TableProps<Entry>): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [shares, setShares] = useState<number[] | null>(null)
  useLayoutEffect(() => {
    if (!frame.current) return
    setTop(frame.current.getBoundingClientRect().top + scrollY)
    setShares(sharesOf(frame.current))
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isDense ? 32 : 56),
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => rowId(rows[index] as Entry, index),
  })
  const shown = virtual.getVirtualItems()
  const above = (shown[0]?.start ?? top) - top
  const below = virtual.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div ref={frame} className={tableStyles['scroll']} role="region" aria-label={caption} tabIndex={0}>
      <table
        className={tableClass(isDense)}
        aria-rowcount={rows.length + 1}
        style={shares ? { tableLayout: 'fixed', minWidth: LEAST_WIDTH } : undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        {shares && (
          <colgroup>
            {shares.map((share, index) => (
              <col key={columns[index]?.id ?? index} style={{ width: `${share}%` }} />
            ))}
          </colgroup>
        )}
        <thead>
          <HeadRow columns={columns} />
        </thead>
        <tbody>
          <Gap height={above} columns={columns.length} />
          {shown.map(({ key, index }) => (
            <KeptRow
              key={String(key)}
              columns={columns}
              row={rows[index] as Entry}
              index={index}
              measure={virtual.measureElement}
            />
          ))}
          <Gap height={below} columns={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

/** Narrower it scrolls sideways. */
const LEAST_WIDTH = '44rem'

/** How wide each column came out with the first rows, in percent: it stays so, whatever rows are scrolled to. */
function sharesOf(frame: HTMLElement): number[] {
  const heads = [...frame.querySelectorAll('thead th')].map((head) => head.getBoundingClientRect().width)
  const whole = heads.reduce((sum, width) => sum + width, 0) || 1
  return heads.map((width) => (100 * width) / whole)
}

function Gap({ height, columns }: { height: number; columns: number }): ReactNode {
  return height > 0 ? (
    <tr aria-hidden="true">
      <td colSpan={columns} className={tableStyles['gap']} style={{ height: `${height}px` }} />
    </tr>
  ) : null
}
