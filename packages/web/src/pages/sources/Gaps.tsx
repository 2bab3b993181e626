import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EntryOf } from '../../api/contract.ts'
import { usePlatformName } from '../../api/use-names.ts'
import { useList, useListHead } from '../../api/use-api.ts'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { LongTable } from '../../design/LongTable.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import type { Column } from '../../design/Table.tsx'
import { counted, whole } from '../../format/numbers.ts'
import type { AnswerSearch } from '../answers/asked.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { AnswerLinks, PageLink } from './SourcesTable.tsx'
import styles from './Sources.module.css'
import { daysOf, ofPlatform, type SourcesQuery } from './asked.ts'

type Gap = EntryOf<'listCitationGaps'>

/** Where to be listed, reviewed or mentioned: rivals are, the brand is not. */
export function Gaps({ asked: { brandId, window, platform, by } }: { asked: SourcesQuery }): ReactNode {
  const platformName = usePlatformName()
  const input = {
    params: { id: brandId },
    query: { groupBy: by, window, ...ofPlatform({ platform }) },
  }
  const list = useList('listCitationGaps', input)
  const days = daysOf(useListHead('listCitationGaps', input))
  const behind = ({ url, domain }: Gap, more: AnswerSearch, words: ReactNode): ReactNode => (
    <AnswersLink brandId={brandId} of={{ ...days, ...ofPlatform({ platform }), drawsOn: url ?? domain, ...more }}>
      {words}
    </AnswersLink>
  )
  const columns: Column<Gap>[] = [
    {
      id: 'source',
      title: by === 'domain' ? 'Domain' : 'Page',
      isRowTitle: true,
      cell: (gap) => <Source gap={gap} brandId={brandId} />,
    },
    {
      id: 'without',
      title: 'Rivals, not the brand',
      isNumeric: true,
      cell: (gap) =>
        behind(gap, { mentioned: 'false', anyCompetitor: 'true' }, <strong>{whole(gap.answersWithoutBrand)}</strong>),
    },
    {
      id: 'with',
      title: 'The brand',
      isNumeric: true,
      cell: (gap) =>
        gap.answersWithBrand === 0 ? '0' : behind(gap, { mentioned: 'true' }, whole(gap.answersWithBrand)),
    },
    {
      id: 'rivals',
      title: 'Who is named instead',
      cell: (gap) => <Rivals gap={gap} brandId={brandId} behind={behind} />,
    },
    {
      id: 'platforms',
      title: 'Platforms',
      cell: ({ platforms }) => <span className={styles['soft']}>{platforms.map(platformName).join(', ')}</span>,
    },
    {
      id: 'answers',
      title: 'For example',
      cell: ({ answerIds }) => <AnswerLinks brandId={brandId} answerIds={answerIds} />,
    },
  ]
  return (
    <Card
      title="Sources without the brand"
      aside={<Info term="sourceGap" />}
      note="Answers that draw on the source, counted by whom they name."
    >
      <Loaded
        read={list}
        lines={8}
        empty={{
          when: (all) => all.length === 0,
          show: (
            <Empty title="No gap in these days">
              No third party’s source stands behind more answers that leave the brand out than answers that name it. A
              longer window or a single platform may show one.
            </Empty>
          ),
        }}
      >
        {(all) => (
          <>
            <LongTable
              caption="Third parties’ sources behind answers that name rivals and not the brand"
              rows={all}
              rowId={({ domain, url }) => `${domain} ${url ?? ''}`}
              columns={columns}
            />
            <ShowMore list={list} shown={all.length} noun={by === 'domain' ? 'domains' : 'pages'} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Source({ gap: { domain, url, title }, brandId }: { gap: Gap; brandId: string }): ReactNode {
  if (url === null)
    return (
      <Link to="/brands/$brandId/sources" params={{ brandId }} className={styles['domain']} search={{ domain }}>
        {domain}
      </Link>
    )
  return <PageLink url={url} title={title} />
}

function Rivals({
  gap,
  brandId,
  behind,
}: {
  gap: Gap
  brandId: string
  behind: (gap: Gap, more: AnswerSearch, words: ReactNode) => ReactNode
}): ReactNode {
  return (
    <ul className={styles['answers']}>
      {gap.competitors.map(({ entityId, name, answers }) => (
        <li key={entityId}>
          <Link to="/brands/$brandId/competitors/$competitorId" params={{ brandId, competitorId: entityId }}>
            {name}
          </Link>{' '}
          {behind(gap, { mentioned: 'false', competitorId: entityId }, counted(answers, 'answer'))}
        </li>
      ))}
    </ul>
  )
}
