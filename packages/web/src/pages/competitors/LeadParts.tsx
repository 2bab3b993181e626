import type { ReactNode } from 'react'
import { Figure } from '../../charts/Figure.tsx'
import { SpanScale } from '../../charts/SpanScale.tsx'
import { Card, Columns } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Table, type Column } from '../../design/Table.tsx'
import { counted, signed } from '../../format/numbers.ts'
import { AnswersLink, ofPanel } from '../answers/AnswersLink.tsx'
import type { Parts, PartsProps } from './meeting.ts'
import { leadColumns, leadSpan } from './lead.tsx'

type Part = { id: string; name: string; lead: Parts['platforms'][number]['lead']; note: string }

/** The lead on each platform and for each topic, by the answers of each alone. */
export function LeadParts({ comparison, parts, brandId }: Omit<PartsProps, 'meeting'>): ReactNode {
  const [own, rival] = comparison.entries
  const scoreOn = (entry: typeof own, slug: string): number | undefined =>
    entry?.platforms.find((platform) => platform.slug === slug)?.score
  const platforms = parts.platforms.map(({ slug, label, lead }): Part => ({
    id: slug,
    name: label,
    lead,
    note: `${scoreOn(own, slug) ?? '–'} against ${scoreOn(rival, slug) ?? '–'}`,
  }))
  const topics = parts.topics.map(({ topic, prompts, lead }): Part => ({
    id: topic,
    name: topic,
    lead,
    note: counted(prompts, 'prompt'),
  }))
  const days = { from: comparison.from, to: comparison.to }
  return (
    <Columns>
      <Card title="By platform">
        <PartsFigure
          parts={platforms}
          noun="platform"
          noteTitle="Scores"
          link={(part) => (
            <AnswersLink brandId={brandId} of={{ ...days, ...ofPanel, platform: part.id }}>
              {part.name}
            </AnswersLink>
          )}
        />
      </Card>
      <Card title="By topic">
        {topics.length === 0 ? (
          <Empty title="The prompts have no topics">Give prompts a topic, and the lead is told for each of them.</Empty>
        ) : (
          <PartsFigure
            parts={topics}
            noun="topic"
            noteTitle="Prompts"
            link={(part) => (
              <AnswersLink brandId={brandId} of={{ ...days, ...ofPanel, topic: part.id }}>
                {part.name}
              </AnswersLink>
            )}
          />
        )}
      </Card>
    </Columns>
  )
}

function PartsFigure({
  parts,
  noun,
  noteTitle,
  link,
}: {
  parts: readonly Part[]
  noun: string
  noteTitle: string
  link: (part: Part) => ReactNode
}): ReactNode {
  const columns: Column<Part>[] = [
    { id: 'name', title: noun === 'topic' ? 'Topic' : 'Platform', isRowTitle: true, cell: link },
    { id: 'note', title: noteTitle, cell: ({ note }) => note },
    ...leadColumns,
  ]
  return (
    <Figure
      summary={sentence(parts, noun)}
      table={<Table caption={`Lead by ${noun}`} rows={parts} rowId={({ id }) => id} isDense columns={columns} />}
    >
      <SpanScale
        spans={parts.map((part) => ({
          id: part.id,
          name: link(part),
          ...leadSpan(part.lead),
        }))}
      />
    </Figure>
  )
}

function sentence(parts: readonly Part[], noun: string): string {
  const [best] = parts.toSorted((one, other) => other.lead.delta - one.lead.delta)
  const worst = parts.toSorted((one, other) => one.lead.delta - other.lead.delta)[0]
  if (!best || !worst) return 'No answers to compare.'
  if (best === worst) return `${best.name}: ${signed(best.lead.delta)} points.`
  const clear = parts.filter(({ lead }) => lead.significant).length
  return `Best on ${best.name} (${signed(best.lead.delta)}), worst on ${worst.name} (${signed(worst.lead.delta)}); more than chance for ${clear} of ${counted(parts.length, noun)}.`
}
