import type { ReactNode } from 'react'
import { Titled } from '../../design/Info.tsx'
import { Table } from '../../design/Table.tsx'
import { intervalText, percent } from '../../format/numbers.ts'
import type { AnswerSearch } from '../answers/asked.ts'
import { AnswersLink, ofPanel } from '../answers/AnswersLink.tsx'
import styles from './RateTable.module.css'
import type { Result, Results } from './PlatformScores.tsx'

/** Rates with the counts they are made from, each leading to the answers counted. */
export function RateTable({ brandId, results }: { brandId: string; results: Results }): ReactNode {
  const { from, to, topic } = results
  const answers = (platform: string, more: AnswerSearch, words: ReactNode) => (
    <AnswersLink brandId={brandId} of={{ from, to, ...ofPanel, ...(topic !== null && { topic }), platform, ...more }}>
      {words}
    </AnswersLink>
  )
  return (
    <Table
      caption="What each platform’s answers say"
      rows={results.data}
      rowId={({ slug }) => slug}
      columns={[
        {
          id: 'name',
          title: 'Platform',
          isRowTitle: true,
          cell: ({ slug, label }) => answers(slug, { outcome: undefined }, label),
        },
        {
          id: 'score',
          title: <Titled words="Score" term="interval" />,
          isNumeric: true,
          cell: ({ slug, score, interval }) => (
            <Rate
              value={score === null ? '–' : answers(slug, {}, score)}
              counts={intervalText(interval, 0) ?? 'no interval'}
            />
          ),
        },
        {
          id: 'mentioned',
          title: <Titled words="Named" term="mentionRate" />,
          isNumeric: true,
          cell: ({ slug, mentionRate, named, outcomes }) => (
            <Rate
              value={answers(slug, { mentioned: 'true' }, percent(mentionRate))}
              counts={`${named} of ${outcomes.ok}`}
            />
          ),
        },
        {
          id: 'place',
          title: <Titled words="Mean place" term="place" />,
          isNumeric: true,
          cell: ({ slug, meanPlace, placed }) => (
            <Rate
              value={meanPlace === null ? '–' : answers(slug, { mentioned: 'true' }, meanPlace.toFixed(1))}
              counts={`over ${placed}`}
            />
          ),
        },
        {
          id: 'cited',
          title: <Titled words="Cited" term="citationRate" />,
          isNumeric: true,
          cell: ({ slug, citationRate, cited, outcomes }) => (
            <Rate
              value={answers(slug, { cites: 'own' }, percent(citationRate))}
              counts={`${cited} of ${outcomes.ok}`}
            />
          ),
        },
        {
          id: 'tone',
          title: <Titled words="Tone" term="sentiment" />,
          cell: (result) => answers(result.slug, { mentioned: 'true' }, toneText(result)),
        },
      ]}
    />
  )
}

function Rate({ value, counts }: { value: ReactNode; counts: string }): ReactNode {
  return (
    <>
      {value}
      <span className={styles['counts']}>{counts}</span>
    </>
  )
}

function toneText({ sentiment: { positive, mixed, neutral, negative } }: Result): string {
  const parts = [
    positive > 0 && `${positive} for`,
    mixed > 0 && `${mixed} for and against`,
    negative > 0 && `${negative} against`,
    neutral > 0 && `${neutral} plain`,
  ].filter(Boolean)
  return parts.length === 0 ? 'not named' : parts.join(', ')
}
