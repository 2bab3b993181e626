import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { usePlatformName } from '../../api/use-names.ts'
import { useRead } from '../../api/use-api.ts'
import { BarList } from '../../charts/BarList.tsx'
import { Figure } from '../../charts/Figure.tsx'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Table } from '../../design/Table.tsx'
import { counted, ordinal } from '../../format/numbers.ts'
import { windowWords, type Window } from '../../shell/search.ts'
import { AnswersLink, ofPanel } from '../answers/AnswersLink.tsx'
import type { Prompt } from './words.ts'

type Explained = Output<'explainScore'>['prompts'][number]
type Part = Explained['platforms'][number]

/** What this prompt brings on each platform, and the answers that brought most and least. */
export function PromptPlatforms({ prompt, window }: { prompt: Prompt; window: Window }): ReactNode {
  const explained = useRead('explainScore', {
    params: { id: prompt.brandId },
    query: { window, limit: 200, evidence: 1 },
  })
  return (
    <Card
      title="By platform"
      aside={<Info term="value" />}
      note="The mean value of its answers, in points of 100. One prompt alone has no interval: a few answers say little."
    >
      <Loaded
        read={explained}
        lines={6}
        empty={{
          codes: ['score_not_available'],
          show: <Empty title="No answers yet">They come with the first run.</Empty>,
        }}
      >
        {({ prompts, rest, from, to }) => {
          const own = prompts.find(({ promptId }) => promptId === prompt.id)
          return own ? (
            <Parts own={own} brandId={prompt.brandId} days={{ from, to }} />
          ) : (
            <Outside prompt={prompt} window={window} rest={rest.prompts} />
          )
        }}
      </Loaded>
    </Card>
  )
}

type Days = { from: string; to: string }

function Parts({ own, brandId, days }: { own: Explained; brandId: string; days: Days }): ReactNode {
  const platformName = usePlatformName()
  const parts = own.platforms.toSorted((one, other) => other.value - one.value)
  return (
    <Figure
      summary={`${counted(own.answers, 'answer')} with a mean value of ${points(own.value)} of 100. It adds ${own.contribution.toFixed(2)} points to the score, and could add ${own.potential.toFixed(2)} more.`}
      table={<PartTable parts={parts} brandId={brandId} />}
    >
      <BarList
        bars={parts.map((part) => ({
          id: part.platform,
          name: platformName(part.platform),
          value: points(part.value),
          note: (
            <>
              <AnswersLink
                brandId={brandId}
                of={{ ...days, ...ofPanel, promptId: own.promptId, platform: part.platform, mentioned: 'true' }}
              >
                named in {part.named}
              </AnswersLink>{' '}
              of{' '}
              <AnswersLink
                brandId={brandId}
                of={{ ...days, ...ofPanel, promptId: own.promptId, platform: part.platform }}
              >
                {counted(part.answers, 'answer')}
              </AnswersLink>
              {placesText(part) !== '' && `, ${placesText(part)}`}. <Evidence part={part} brandId={brandId} />
            </>
          ),
        }))}
      />
    </Figure>
  )
}

function PartTable({ parts, brandId }: { parts: readonly Part[]; brandId: string }): ReactNode {
  const platformName = usePlatformName()
  return (
    <Table
      caption="What the prompt brings on each platform"
      rows={parts}
      rowId={({ platform }) => platform}
      isDense
      columns={[
        { id: 'name', title: 'Platform', isRowTitle: true, cell: ({ platform }) => platformName(platform) },
        { id: 'value', title: 'Value', isNumeric: true, cell: ({ value }) => points(value) },
        { id: 'named', title: 'Named', isNumeric: true, cell: ({ named, answers }) => `${named} of ${answers}` },
        { id: 'adds', title: 'Adds', isNumeric: true, cell: ({ contribution }) => contribution.toFixed(2) },
        { id: 'could', title: 'Could add', isNumeric: true, cell: ({ potential }) => potential.toFixed(2) },
        { id: 'evidence', title: 'Answers', cell: (part) => <Evidence part={part} brandId={brandId} /> },
      ]}
    />
  )
}

/** The best and the worst answer for the brand. */
function Evidence({ part: { evidence }, brandId }: { part: Part; brandId: string }): ReactNode {
  const best = evidence[0]
  const worst = evidence.length > 1 ? evidence.at(-1) : undefined
  const link = (answerId: string, words: string): ReactNode => (
    <Link to="/brands/$brandId/answers/$answerId" params={{ brandId, answerId }}>
      {words}
    </Link>
  )
  return (
    <>
      {best && link(best.answerId, worst ? 'best answer' : 'an answer')}
      {worst && <> · {link(worst.answerId, 'worst answer')}</>}
    </>
  )
}

/** Why the prompt has no part in the score. */
function Outside({ prompt, window, rest }: { prompt: Prompt; window: Window; rest: number }): ReactNode {
  const because = prompt.branded
    ? 'It names the brand itself, so it stays outside the score. Its answers are below.'
    : prompt.status === 'archived'
      ? 'It is archived: the score is made of active prompts. Its answers are below.'
      : rest > 0
        ? 'It is not among the 200 prompts that add most to the score. Its answers are below.'
        : `It has no valid answer of the last ${windowWords[window]}.`
  return <Empty title="No part of the score in these days">{because}</Empty>
}

const points = (value: number): number => Math.round(value * 100)

const placesText = ({ places }: Part): string =>
  places
    .slice(0, 3)
    .map(({ place, answers }) => `${answers} × ${ordinal(place)}${place === 10 ? ' or later' : ''}`)
    .join(', ')
