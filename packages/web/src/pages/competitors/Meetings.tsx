import type { ReactNode } from 'react'
import { BarList, type Bar } from '../../charts/BarList.tsx'
import { Figure } from '../../charts/Figure.tsx'
import { Table } from '../../design/Table.tsx'
import { counted, percent } from '../../format/numbers.ts'
import type { AnswerSearch } from '../answers/asked.ts'
import { AnswersLink, ofPanel } from '../answers/AnswersLink.tsx'
import styles from './HeadToHead.module.css'
import type { Comparison, Meeting } from './meeting.ts'

/** `of`: the answers of the row, where the list can be narrowed down to them. */
type Row = Bar & { name: string; value: number; of?: AnswerSearch }

/** Which of the two the answers name, and whom first. */
export function Meetings({
  comparison,
  meeting,
  brandId,
}: {
  comparison: Comparison
  meeting: Meeting
  brandId: string
}): ReactNode {
  const { answers, name: rival, competitorId } = meeting
  const brand = comparison.entries[0]?.name ?? 'The brand'
  const total = answers.both + answers.onlyBrand + answers.onlyCompetitor + answers.neither
  const rows: Row[] = [
    { id: 'brandFirst', name: `Both, ${brand} first`, value: answers.brandFirst, color: 'var(--series-1)' },
    { id: 'competitorFirst', name: `Both, ${rival} first`, value: answers.competitorFirst, color: 'var(--series-2)' },
    { id: 'level', name: 'Both, level', value: answers.level, color: 'var(--series-other)' },
    { id: 'onlyBrand', name: `Only ${brand}`, value: answers.onlyBrand, color: 'var(--series-1)' },
    {
      id: 'onlyCompetitor',
      name: `Only ${rival}`,
      value: answers.onlyCompetitor,
      color: 'var(--series-2)',
      of: { competitorId, mentioned: 'false' },
    },
    { id: 'neither', name: 'Neither', value: answers.neither, color: 'var(--series-other)' },
  ]
  const { from, to } = comparison
  const behind = (words: ReactNode, of: AnswerSearch | undefined): ReactNode =>
    of ? (
      <AnswersLink brandId={brandId} of={{ from, to, ...ofPanel, ...of }}>
        {words}
      </AnswersLink>
    ) : (
      words
    )
  return (
    <>
      <Figure
        summary={`${counted(answers.both, 'answer')} of ${total} name both; there ${brand} comes first in ${answers.brandFirst}, ${rival} in ${answers.competitorFirst}.`}
        table={
          <Table
            caption="Answers by which of the two they name"
            rows={rows}
            rowId={({ id }) => id}
            isDense
            columns={[
              { id: 'name', title: 'Named', isRowTitle: true, cell: ({ name }) => name },
              { id: 'answers', title: 'Answers', isNumeric: true, cell: ({ value, of }) => behind(value, of) },
              {
                id: 'share',
                title: 'Of all',
                isNumeric: true,
                cell: ({ value }) => percent(total === 0 ? null : value / total),
              },
            ]}
          />
        }
      >
        <BarList bars={rows} max={Math.max(total, 1)} />
      </Figure>
      <p className={styles['note']}>
        {behind(
          <>
            Open the {counted(answers.onlyCompetitor, 'answer')} that {answers.onlyCompetitor === 1 ? 'names' : 'name'}{' '}
            {rival} and not {brand}
          </>,
          { competitorId, mentioned: 'false' },
        )}
      </p>
    </>
  )
}
