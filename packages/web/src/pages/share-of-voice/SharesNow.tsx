import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { BarList } from '../../charts/BarList.tsx'
import { Figure } from '../../charts/Figure.tsx'
import { Table } from '../../design/Table.tsx'
import { counted, percent } from '../../format/numbers.ts'
import type { AnswerSearch } from '../answers/asked.ts'
import { AnswersLink, ofPanel } from '../answers/AnswersLink.tsx'
import { colorsOf } from './colors.ts'

type Value = Output<'getShareOfVoice'>
type Entry = Value['entries'][number]

/** A bar a name, most named first; each leads to the answers that name it. */
export function SharesNow({ value, brandId }: { value: Value; brandId: string }): ReactNode {
  const { entries, answers } = value
  const color = colorsOf(entries, brandId)
  return (
    <Figure
      summary={sentence(value, brandId)}
      table={
        <Table
          caption="Share of voice of each name"
          rows={entries}
          rowId={({ entityId }) => entityId}
          isDense
          columns={[
            { id: 'name', title: 'Name', isRowTitle: true, cell: (entry) => <Name entry={entry} brandId={brandId} /> },
            { id: 'share', title: 'Share', isNumeric: true, cell: ({ score }) => `${score} %` },
            {
              id: 'answers',
              title: 'Named in',
              isNumeric: true,
              cell: (entry) => <Named entry={entry} value={value} brandId={brandId} />,
            },
            {
              id: 'rate',
              title: 'Of all answers',
              isNumeric: true,
              cell: (entry) => (entry.kind === 'other' ? '–' : percent(answers === 0 ? null : entry.answers / answers)),
            },
          ]}
        />
      }
    >
      <BarList
        unit=" %"
        max={Math.max(...entries.map(({ score }) => score), 1)}
        bars={entries.map((entry) => ({
          id: entry.entityId,
          name: <Name entry={entry} brandId={brandId} />,
          value: entry.score,
          color: color(entry.entityId),
          note: <Named entry={entry} value={value} brandId={brandId} />,
        }))}
      />
    </Figure>
  )
}

function Name({ entry: { entityId, name, kind }, brandId }: { entry: Entry; brandId: string }): ReactNode {
  if (kind === 'brand') return `${name} (this brand)`
  if (kind === 'other')
    return (
      <Link to="/brands/$brandId/competitors" params={{ brandId }}>
        Untracked names together
      </Link>
    )
  return (
    <Link to="/brands/$brandId/competitors/$competitorId" params={{ brandId, competitorId: entityId }}>
      {name}
    </Link>
  )
}

function Named({
  entry: { entityId, kind, answers },
  value: { from, to, platform, topic },
  brandId,
}: {
  entry: Entry
  value: Value
  brandId: string
}): ReactNode {
  if (kind === 'other') return counted(answers, 'naming')
  const words = `named in ${counted(answers, 'answer')}`
  const whose = kind === 'brand' ? { mentioned: 'true' } : { competitorId: entityId }
  return (
    <AnswersLink brandId={brandId} of={{ from, to, ...ofPanel, ...narrowed({ platform, topic }), ...whose }}>
      {words}
    </AnswersLink>
  )
}

/** What the shares are narrowed down to, as the list of answers takes it. */
export const narrowed = ({ platform, topic }: Pick<Value, 'platform' | 'topic'>): AnswerSearch => ({
  ...(platform !== null && { platform }),
  ...(topic !== null && { topic }),
})

function sentence({ entries, namings }: Value, brandId: string): string {
  if (namings === 0) return 'No answer of these days names anybody.'
  const own = entries.findIndex(({ entityId }) => entityId === brandId)
  const ranked = entries.filter(({ kind }) => kind !== 'other')
  const [first] = ranked
  const brand = entries[own]
  if (!brand || !first) return 'No answer of these days names anybody.'
  return first === brand
    ? `${brand.name} is named most: ${brand.score} % of ${counted(namings, 'naming')}.`
    : `${brand.name} has ${brand.score} % of ${counted(namings, 'naming')}; ${first.name}, named most, has ${first.score} %.`
}
