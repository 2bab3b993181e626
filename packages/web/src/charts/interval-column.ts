import type { Column } from '../design/Table.tsx'
import { intervalText } from '../format/numbers.ts'

/** In the table beside a chart, to a decimal: the drawing shows whole points. */
export const intervalColumn: Column<{ interval: readonly number[] | null }> = {
  id: 'interval',
  title: '95 % interval',
  isNumeric: true,
  cell: ({ interval }) => intervalText(interval, 1) ?? '–',
}
