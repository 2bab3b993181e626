import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Button } from '../../design/Button.tsx'
import { Card, Columns } from '../../design/Card.tsx'
import { Table } from '../../design/Table.tsx'
import { signed } from '../../format/numbers.ts'
import styles from './HeadToHead.module.css'
import type { Comparison, Meeting } from './HeadToHead.tsx'

type Parts = NonNullable<Meeting['parts']>
type Prompt = Parts['prompts'][number]

const SHOWN_AT_FIRST = 8

/** Prompt by prompt: where the brand is ahead, and where the rival is. */
export function LeadPrompts({
  comparison,
  meeting,
  parts,
  brandId,
}: {
  comparison: Comparison
  meeting: Meeting
  parts: Parts
  brandId: string
}): ReactNode {
  const brand = comparison.entries[0]?.name ?? 'the brand'
  const days = { from: comparison.from, to: comparison.to }
  const cut =
    parts.prompts.length < parts.promptCount
      ? ` Of ${parts.promptCount} prompts the ${parts.prompts.length} with the widest difference.`
      : ''
  const note = `A single prompt has too few answers for an interval: read the answers before you conclude.${cut}`
  return (
    <Columns>
      <Card title={`Prompts where ${meeting.name} is ahead`} note={note}>
        <PromptTable
          caption={`Prompts where ${meeting.name} is ahead: answers that name each, and the lead`}
          prompts={parts.prompts.filter(({ delta }) => delta < 0)}
          names={[brand, meeting.name]}
          link={(prompt) => (
            <Link
              to="/brands/$brandId/answers"
              params={{ brandId }}
              search={{ ...days, promptId: prompt.promptId, competitorId: meeting.competitorId }}
            >
              {prompt.prompt}
            </Link>
          )}
        />
      </Card>
      <Card title={`Prompts where ${brand} is ahead`} note={note}>
        <PromptTable
          caption={`Prompts where ${brand} is ahead: answers that name each, and the lead`}
          prompts={parts.prompts.filter(({ delta }) => delta > 0)}
          names={[brand, meeting.name]}
          link={(prompt) => (
            <Link
              to="/brands/$brandId/answers"
              params={{ brandId }}
              search={{ ...days, promptId: prompt.promptId, mentioned: 'true' }}
            >
              {prompt.prompt}
            </Link>
          )}
        />
      </Card>
    </Columns>
  )
}

function PromptTable({
  caption,
  prompts,
  names: [brand, rival],
  link,
}: {
  caption: string
  prompts: readonly Prompt[]
  names: readonly [string, string]
  link: (prompt: Prompt) => ReactNode
}): ReactNode {
  const [isWhole, setWhole] = useState(false)
  if (prompts.length === 0) return <p className={styles['note']}>None in these days.</p>
  return (
    <>
      <Table
        caption={caption}
        rows={isWhole ? prompts : prompts.slice(0, SHOWN_AT_FIRST)}
        rowId={({ promptId }) => promptId}
        isDense
        columns={[
          { id: 'prompt', title: 'Prompt', isRowTitle: true, cell: link },
          { id: 'answers', title: 'Answers', isNumeric: true, cell: ({ answers }) => answers },
          { id: 'named', title: brand, isNumeric: true, cell: ({ named }) => named },
          { id: 'rival', title: rival, isNumeric: true, cell: ({ competitorNamed }) => competitorNamed },
          { id: 'lead', title: 'Lead', isNumeric: true, cell: ({ delta }) => signed(delta) },
        ]}
      />
      {!isWhole && prompts.length > SHOWN_AT_FIRST && (
        <p className={styles['more']}>
          <Button size="small" onClick={() => setWhole(true)}>
            Show all {prompts.length}
          </Button>
        </p>
      )}
    </>
  )
}
