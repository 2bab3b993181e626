import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EntryOf } from '../../api/contract.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../design/Button.tsx'
import { Titled } from '../../design/Info.tsx'
import { Table, type Column } from '../../design/Table.tsx'
import { intervalText, percent } from '../../format/numbers.ts'
import { AnswersLink, ofScore } from '../answers/AnswersLink.tsx'
import { ChangeWords } from './ChangeWords.tsx'
import type { Comparison } from './meeting.ts'
import styles from './Standings.module.css'

export type Competitor = EntryOf<'listCompetitors'>
type Numbers = Omit<NonNullable<Competitor['measured']>, 'from' | 'to'>
type Row = { id: string; name: string; competitor: Competitor | null; measured: Numbers | null }

type Props = {
  brandId: string
  competitors: readonly Competitor[]
  comparison: Comparison | undefined
  onEdit: (competitor: Competitor) => void
  onRemove: (competitor: Competitor) => void
}

/** The brand and everyone it is compared with, best first; those not measured yet come last. */
export function Standings({ brandId, competitors, comparison, onEdit, onRemove }: Props): ReactNode {
  const may = useMay()
  const answers = comparison?.sample.answers ?? 0
  const own = comparison?.entries.find(({ kind }) => kind === 'brand')
  const rows: Row[] = competitors
    .map((competitor): Row => ({ id: competitor.id, name: competitor.name, competitor, measured: competitor.measured }))
    .concat(own ? [{ id: own.entityId, name: own.name, competitor: null, measured: own }] : [])
    .toSorted((one, other) => (other.measured?.score ?? -1) - (one.measured?.score ?? -1))
  return (
    <Table
      caption="The brand and its competitors: score, mention rate, share of voice and change"
      rows={rows}
      rowId={({ id }) => id}
      columns={[
        { id: 'name', title: 'Name', isRowTitle: true, cell: (row) => <Name row={row} brandId={brandId} /> },
        {
          id: 'score',
          title: 'Score',
          isNumeric: true,
          cell: ({ measured }) =>
            measured ? (
              <>
                <strong>{measured.score}</strong>
                <span className={styles['interval']}>{intervalText(measured.interval) ?? 'no interval yet'}</span>
              </>
            ) : (
              'not measured'
            ),
        },
        {
          id: 'mention',
          title: <Titled words="Mentioned" term="mentionRate" />,
          isNumeric: true,
          cell: (row) => <Mentioned row={row} brandId={brandId} answers={answers} comparison={comparison} />,
        },
        {
          id: 'share',
          title: <Titled words="Share of voice" term="shareOfVoice" />,
          isNumeric: true,
          cell: ({ measured }) => (measured ? `${measured.shareOfVoice} %` : '–'),
        },
        {
          id: 'change',
          title: <Titled words="Change" term="change" />,
          cell: ({ measured }) => <ChangeWords change={measured?.trend ?? null} />,
        },
        ...(may('member') ? [actionsColumn(onEdit, onRemove)] : []),
      ]}
    />
  )
}

function Name({ row: { id, name, competitor }, brandId }: { row: Row; brandId: string }): ReactNode {
  if (!competitor) return `${name} (this brand)`
  return (
    <Link to="/brands/$brandId/competitors/$competitorId" params={{ brandId, competitorId: id }}>
      {name}
    </Link>
  )
}

/** The rate, its counts, and the way to those answers. */
function Mentioned({
  row: { measured, competitor },
  brandId,
  answers,
  comparison,
}: {
  row: Row
  brandId: string
  answers: number
  comparison: Comparison | undefined
}): ReactNode {
  if (!measured || !comparison || answers === 0) return '–'
  const { from, to } = comparison
  return (
    <>
      {percent(measured.named / answers)}
      <span className={styles['interval']}>
        <AnswersLink
          brandId={brandId}
          of={{ from, to, ...ofScore, ...(competitor ? { competitorId: competitor.id } : { mentioned: 'true' }) }}
        >
          {measured.named} of {answers}
        </AnswersLink>
      </span>
    </>
  )
}

const actionsColumn = (
  onEdit: (competitor: Competitor) => void,
  onRemove: (competitor: Competitor) => void,
): Column<Row> => ({
  id: 'actions',
  title: <span className="visually-hidden">Actions</span>,
  isNumeric: true,
  cell: ({ competitor }) =>
    competitor && (
      <span className={styles['actions']}>
        <Button look="quiet" size="small" aria-label={`Edit ${competitor.name}`} onClick={() => onEdit(competitor)}>
          Edit
        </Button>
        <Button look="quiet" size="small" aria-label={`Remove ${competitor.name}`} onClick={() => onRemove(competitor)}>
          Remove
        </Button>
      </span>
    ),
})
