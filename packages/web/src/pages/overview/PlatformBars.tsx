import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { BarList } from '../../charts/BarList.tsx'
import { Figure } from '../../charts/Figure.tsx'
import { intervalColumn } from '../../charts/interval-column.ts'
import { Card } from '../../design/Card.tsx'
import { Table } from '../../design/Table.tsx'
import { counted, percent } from '../../format/numbers.ts'
import { daysOfWindow } from '../../shell/search.ts'
import { AnswersLink, ofPanel } from '../answers/AnswersLink.tsx'

type Score = Output<'getBrandScore'>
type Platform = Score['platforms'][number]

/** Each platform's score with its interval, best first. */
export function PlatformBars({ score, brandId }: { score: Score; brandId: string }): ReactNode {
  const platforms = score.platforms.toSorted((a, b) => b.score - a.score)
  const [best] = platforms
  const worst = platforms.at(-1)
  const days = daysOfWindow(score.trend.window, score.asOf)
  return (
    <Card
      title="Platforms"
      actions={
        <Link to="/brands/$brandId/platforms" params={{ brandId }}>
          All platforms
        </Link>
      }
    >
      <Figure
        summary={
          best && worst && best !== worst
            ? `Most visible on ${best.label} (${best.score}), least on ${worst.label} (${worst.score}).`
            : best && `${best.label}: ${best.score}.`
        }
        table={<PlatformTable platforms={platforms} />}
      >
        <BarList
          bars={platforms.map(({ slug, label, score: value, interval, sample, triggerRate, provisional }) => ({
            id: slug,
            name: label,
            value,
            interval,
            note: (
              <>
                <AnswersLink brandId={brandId} of={{ ...days, ...ofPanel, platform: slug }}>
                  {counted(sample.answers, 'answer')}
                </AnswersLink>
                {provisional && ', not enough data yet'}
                {triggerRate < 1 && `, an AI answer shown for ${percent(triggerRate)} of questions`}
              </>
            ),
          }))}
        />
      </Figure>
    </Card>
  )
}

function PlatformTable({ platforms }: { platforms: readonly Platform[] }): ReactNode {
  return (
    <Table
      caption="Score of each platform"
      rows={platforms}
      rowId={({ slug }) => slug}
      isDense
      columns={[
        { id: 'name', title: 'Platform', isRowTitle: true, cell: ({ label }) => label },
        { id: 'score', title: 'Score', isNumeric: true, cell: ({ score }) => score },
        intervalColumn,
        { id: 'answers', title: 'Answers', isNumeric: true, cell: ({ sample }) => sample.answers },
        { id: 'shown', title: 'Shown', isNumeric: true, cell: ({ triggerRate }) => percent(triggerRate) },
      ]}
    />
  )
}
