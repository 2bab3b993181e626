import type { ReactNode } from 'react'
import { usePlatformName, usePromptText } from '../../api/use-names.ts'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Info } from '../../design/Info.tsx'
import { Table } from '../../design/Table.tsx'
import { percent } from '../../format/numbers.ts'
import { AnswersLink, ofPanel } from '../answers/AnswersLink.tsx'
import { promptColumn } from '../prompts/prompt-column.tsx'
import type { Advice } from './advice.ts'

/** What the estimate is made of: each pair of prompt and platform with its part. */
export function Cells({ advice: { brandId, cells, cellCount, evidence, from, to } }: { advice: Advice }): ReactNode {
  const platformName = usePlatformName()
  const promptText = usePromptText(brandId)
  const known = new Map(evidence.prompts.map(({ promptId, prompt }) => [promptId, prompt]))
  return (
    <Card
      title="Where the lift would come from"
      aside={<Info term="liftCell" />}
      note={
        cells.length < cellCount
          ? `The first ${cells.length} of ${cellCount} pairs of prompt and platform, those that bring most first.`
          : 'Each pair of prompt and platform, those that bring most first.'
      }
    >
      {cells.length === 0 ? (
        <Empty title="No pair of prompt and platform is concerned">It changes what is said, not how often.</Empty>
      ) : (
        <Table
          caption="Pairs of prompt and platform with their part of the estimated lift"
          rows={cells}
          rowId={({ promptId, platform }) => `${promptId} ${platform}`}
          isDense
          columns={[
            promptColumn(brandId, ({ promptId }) => known.get(promptId) ?? promptText(promptId) ?? 'An earlier prompt'),
            { id: 'platform', title: 'Platform', cell: ({ platform }) => platformName(platform) },
            {
              id: 'answers',
              title: 'Answers',
              isNumeric: true,
              cell: ({ promptId, platform, answers }) => (
                <AnswersLink brandId={brandId} of={{ from, to, ...ofPanel, promptId, platform }}>
                  {answers}
                </AnswersLink>
              ),
            },
            { id: 'value', title: 'Own value', isNumeric: true, cell: ({ value }) => value.toFixed(2) },
            { id: 'target', title: 'Rivals’ median', isNumeric: true, cell: ({ target }) => target.toFixed(2) },
            { id: 'reach', title: 'Concerned', isNumeric: true, cell: ({ reach }) => percent(reach) },
            { id: 'points', title: 'Points', isNumeric: true, cell: ({ points }) => points.toFixed(3) },
          ]}
        />
      )}
    </Card>
  )
}
