import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Card, Columns } from '../../design/Card.tsx'
import { FirstOf } from '../../design/FirstOf.tsx'
import { Table } from '../../design/Table.tsx'
import { signed } from '../../format/numbers.ts'
import styles from './HeadToHead.module.css'
import type { Parts, PartsProps } from './HeadToHead.tsx'

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
    <Columns>
      <Ahead
        who={meeting.name}
        note={note}
        prompts={parts.prompts.filter(({ delta }) => delta < 0)}
        names={names}
        brandId={brandId}
        search={{ ...days, competitorId: meeting.competitorId }}
      />
      <Ahead
        who={brand}
        note={note}
        prompts={parts.prompts.filter(({ delta }) => delta > 0)}
        names={names}
        brandId={brandId}
        search={{ ...days, mentioned: 'true' }}
      />
    </Columns>
  )
}

/** The prompts one of the two is ahead in; each leads to the answers that name that one. */
function Ahead({
  who,
  note,
  prompts,
  names: [brand, rival],
  brandId,
  search,
}: {
  who: string
  note: string
  prompts: readonly Prompt[]
  names: readonly [string, string]
  brandId: string
  search: { from: string; to: string; competitorId?: string; mentioned?: string }
}): ReactNode {
  return (
    <Card title={`Prompts where ${who} is ahead`} note={note}>
      {prompts.length === 0 ? (
        <p className={styles['note']}>None in these days.</p>
      ) : (
        <FirstOf entries={prompts} most={SHOWN_AT_FIRST}>
          {(shown) => (
            <Table
              caption={`Prompts where ${who} is ahead: answers that name each, and the lead`}
              rows={shown}
              rowId={({ promptId }) => promptId}
              isDense
              columns={[
                {
                  id: 'prompt',
                  title: 'Prompt',
                  isRowTitle: true,
                  cell: ({ promptId, prompt }) => (
                    <Link to="/brands/$brandId/answers" params={{ brandId }} search={{ ...search, promptId }}>
                      {prompt}
                    </Link>
                  ),
                },
                { id: 'answers', title: 'Answers', isNumeric: true, cell: ({ answers }) => answers },
                { id: 'named', title: brand, isNumeric: true, cell: ({ named }) => named },
                { id: 'rival', title: rival, isNumeric: true, cell: ({ competitorNamed }) => competitorNamed },
                { id: 'lead', title: 'Lead', isNumeric: true, cell: ({ delta }) => signed(delta) },
              ]}
            />
          )}
        </FirstOf>
      )}
    </Card>
  )
}
