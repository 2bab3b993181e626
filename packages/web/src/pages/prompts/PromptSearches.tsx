import type { ReactNode } from 'react'
import { usePlatformName } from '../../api/use-names.ts'
import { useList } from '../../api/use-api.ts'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import { Table } from '../../design/Table.tsx'
import type { Window } from '../../shell/search.ts'

/** What the platforms looked for on the web before they answered this prompt. */
export function PromptSearches({
  brandId,
  promptId,
  window,
}: {
  brandId: string
  promptId: string
  window: Window
}): ReactNode {
  const platformName = usePlatformName()
  const searches = useList('listSearches', { params: { id: brandId }, query: { promptId, window, limit: 15 } })
  return (
    <Card
      title="What the platforms search for it"
      note="Some platforms never tell. A page that answers these searches is found."
    >
      <Loaded
        read={searches}
        empty={{
          when: (all) => all.length === 0,
          show: <Empty title="No searches told in these days">Choose a longer window.</Empty>,
        }}
      >
        {(all) => (
          <>
            <Table
              caption="Searches"
              rows={all}
              rowId={({ search }) => search}
              isDense
              columns={[
                { id: 'search', title: 'Search', isRowTitle: true, cell: ({ search }) => search },
                { id: 'platforms', title: 'By', cell: ({ platforms }) => platforms.map(platformName).join(', ') },
                { id: 'answers', title: 'Answers', isNumeric: true, cell: ({ answers }) => answers },
              ]}
            />
            <ShowMore list={searches} shown={all.length} noun="searches" />
          </>
        )}
      </Loaded>
    </Card>
  )
}
