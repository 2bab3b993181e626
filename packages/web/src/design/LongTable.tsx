import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { HeadRow, Row, Table, tableClass, tableStyles, type TableProps } from './Table.tsx'

/** From here on only the rows on the screen are drawn. */
const LONG = 200

/** A table of as many rows as there are: what is far above or below the screen is a gap of its height. */
export function LongTable<Entry>(props: TableProps<Entry>): ReactNode {
  return props.rows.length > LONG ? <WindowedTable {...props} /> : <Table {...props} />
}

function WindowedTable<Entry>({ caption, columns, rows, rowId, isDense = false }: TableProps<Entry>): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (frame.current) setTop(frame.current.getBoundingClientRect().top + scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isDense ? 32 : 56),
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => rowId(rows[index] as Entry),
  })
  const shown = virtual.getVirtualItems()
  const above = (shown[0]?.start ?? top) - top
  const below = virtual.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div ref={frame} className={tableStyles['scroll']} role="region" aria-label={caption} tabIndex={0}>
      <table className={tableClass(isDense)} aria-rowcount={rows.length + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <HeadRow columns={columns} />
        </thead>
        <tbody>
          <Gap height={above} columns={columns.length} />
          {shown.map(({ key, index }) => (
            <Row
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

function Gap({ height, columns }: { height: number; columns: number }): ReactNode {
  return height > 0 ? (
    <tr aria-hidden="true">
      <td colSpan={columns} className={tableStyles['gap']} style={{ height: `${height}px` }} />
    </tr>
  ) : null
}
