import type { ReactNode } from 'react'
import type { EntryOf, Output } from '../../api/contract.ts'
import { usePlatformName } from '../../api/use-names.ts'
import { useList, useListHead } from '../../api/use-api.ts'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { LongTable } from '../../design/LongTable.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import type { Column } from '../../design/Table.tsx'
import { counted, whole } from '../../format/numbers.ts'
import { useBehindColumns } from './SourcesTable.tsx'
import { daysOf, ofPlatform, type SourcesQuery } from './asked.ts'

type Search = EntryOf<'listSearches'>
type PlatformSearches = Output<'listSearches'>['platforms'][number]

/** As many prompts are told of one search. */
const MOST_PROMPTS = 5

/** What to write pages for: the platforms' own words, with the prompts that led to them. */
export function Searches({ asked: { brandId, window, platform } }: { asked: SourcesQuery }): ReactNode {
  const platformName = usePlatformName()
  const params = { id: brandId }
  const query = { window, ...(platform !== undefined && { platform }) }
  const list = useList('listSearches', { params, query })
  // Beside the list stands who tells searches at all.
  const told = useListHead('listSearches', { params, query })
  // The list of answers knows no searches: a prompt leads to its answers of these days.
  const behind = useBehindColumns<Search>(brandId, MOST_PROMPTS, () => ({
    ...daysOf(told),
    ...ofPlatform({ platform }),
  }))
  const columns: Column<Search>[] = [
    { id: 'search', title: 'Search', isRowTitle: true, cell: ({ search }) => `“${search}”` },
    { id: 'answers', title: 'Answers', isNumeric: true, cell: ({ answers }) => whole(answers) },
    { id: 'times', title: 'Times', isNumeric: true, cell: ({ times }) => whole(times) },
    ...behind,
  ]
  return (
    <Card title="The platforms’ searches" note={told && toldText(told.platforms, platformName)}>
      <Loaded
        read={list}
        lines={8}
        empty={{
          when: (all) => all.length === 0,
          show: (
            <Empty title="No search is known of these days">
              Only some platforms tell what they look for before they answer; it stands here when they do.
            </Empty>
          ),
        }}
      >
        {(all) => (
          <>
            <LongTable
              caption="Searches of the platforms"
              rows={all}
              rowId={({ search }) => search}
              columns={columns}
            />
            <ShowMore list={list} shown={all.length} noun="searches" />
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** A platform that is silent is not one that searches nothing. */
function toldText(platforms: readonly PlatformSearches[], platformName: (slug: string) => string): string | undefined {
  const telling = platforms.flatMap(({ slug, answers, answersTelling }) =>
    answersTelling === null
      ? []
      : [`${platformName(slug)} (${whole(answersTelling)} of ${counted(answers, 'answer')})`],
  )
  const silent = platforms.filter(({ answersTelling }) => answersTelling === null).map(({ slug }) => platformName(slug))
  const parts = [
    telling.length > 0 && `Told by ${telling.join(', ')}.`,
    silent.length > 0 && `${silent.join(', ')} ${silent.length === 1 ? 'tells' : 'tell'} none.`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : undefined
}
