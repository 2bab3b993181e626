import { Link } from '@tanstack/react-router'
import type { Column } from '../../design/Table.tsx'

/** The prompt a row is about, leading to its page. */
export const promptColumn = <Row extends { promptId: string }>(
  brandId: string,
  textOf: (row: Row) => string,
): Column<Row> => ({
  id: 'prompt',
  title: 'Prompt',
  isRowTitle: true,
  cell: (row) => (
    <Link to="/brands/$brandId/prompts/$promptId" params={{ brandId, promptId: row.promptId }}>
      {textOf(row)}
    </Link>
  ),
})
