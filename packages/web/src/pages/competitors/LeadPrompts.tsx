import type { ReactNode } from 'react'
import { Card } from '../../design/Card.tsx'
import { LimitedList } from '../../design/LimitedList.tsx'
import { Table } from '../../design/Table.tsx'
import { signed } from '../../format/numbers.ts'
import type { AnswerSearch } from '../answers/asked.ts'
import { AnswersLink, ofPanel } from '../answers/AnswersLink.tsx'
import { promptColumn } from '../prompts/prompt-column.tsx'
import styles from './HeadToHead.module.css'
import type { Parts, PartsProps } from './meeting.ts'

type Prompt = Parts['prompts'][number]

const SHOWN_AT_FIRST = 8

/** Prompt by prompt: where the brand is ahead, and where the rival is. */
export function LeadPrompts({ comparison, meeting, parts, brandId }: PartsProps): ReactNode {
  const brand = comparison.entries[0]?.name ?? 'the brand'
  const days = { from: comparison.from, to: comparison.to }
  const cut =
    parts.prompts.length < parts.promptCount
      ? ` Of ${parts.promptCount} prompts the ${parts.prompts.length} with the widest difference.`
      : ''
  const note = `A single prompt has too few answers for an interval: read the answers before you conclude.${cut}`
  const names = [brand, meeting.name] as const
  return (
    <>
      <Ahead
        who={meeting.name}
        note={note}
        prompts={parts.prompts.filter(({ delta }) => delta < 0)}
        names={names}
        brandId={brandId}
        days={days}
        competitorId={meeting.competitorId}
      />
      <Ahead
        who={brand}
        note={note}
        prompts={parts.prompts.filter(({ delta }) => delta > 0)}
        names={names}
        brandId={brandId}
        days={days}
        competitorId={meeting.competitorId}
      />
    </>
  )
}

/** The prompts one of the two is ahead in; each number leads to its answers. */
function Ahead({
  who,
  note,
  prompts,
  names: [brand, rival],
  brandId,
  days,
  competitorId,
}: {
  who: string
  note: string
  prompts: readonly Prompt[]
  names: readonly [string, string]
  brandId: string
  days: { from: string; to: string }
  competitorId: string
}): ReactNode {
  const behind = (words: ReactNode, of: AnswerSearch): ReactNode => (
    <AnswersLink brandId={brandId} of={{ ...days, ...ofPanel, ...of }}>
      {words}
    </AnswersLink>
  )
  return (
    <Card title={`Prompts where ${who} is ahead`} note={note}>
      {prompts.length === 0 ? (
        <p className={styles['note']}>None in these days.</p>
      ) : (
        <LimitedList entries={prompts} most={SHOWN_AT_FIRST}>
          {(shown) => (
            <Table
              caption={`Prompts where ${who} is ahead: answers that name each, and the lead`}
              rows={shown}
              rowId={({ promptId }) => promptId}
              isDense
              columns={[
                promptColumn(brandId, ({ prompt }: Prompt) => prompt),
                {
                  id: 'answers',
                  title: 'Answers',
                  isNumeric: true,
                  cell: ({ promptId, answers }) => behind(answers, { promptId }),
                },
                {
                  id: 'named',
                  title: brand,
                  isNumeric: true,
                  cell: ({ promptId, named }) => behind(named, { promptId, mentioned: 'true' }),
                },
                {
                  id: 'rival',
                  title: rival,
                  isNumeric: true,
                  cell: ({ promptId, competitorNamed }) => behind(competitorNamed, { promptId, competitorId }),
                },
                { id: 'lead', title: 'Lead', isNumeric: true, cell: ({ delta }) => signed(delta) },
              ]}
            />
          )}
        </LimitedList>
      )}
    </Card>
  )
}
