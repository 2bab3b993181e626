import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-api.ts'
import { SimulatedBadge } from '../../design/Badge.tsx'
import { choicesOf } from '../../design/choices.ts'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Segments } from '../../design/Segments.tsx'
import { knownOf } from '../../shell/search.ts'
import { useAddress } from '../../shell/use-address.ts'
import { useWindow, WindowPicker } from '../../shell/WindowPicker.tsx'
import { ownerWords, type SourcesQuery, type View } from './asked.ts'
import { Cited } from './Cited.tsx'
import { Gaps } from './Gaps.tsx'
import { Searches } from './Searches.tsx'
import { SourceFilters } from './SourceFilters.tsx'
import styles from './Sources.module.css'

const VIEW_WORDS: Record<View, string> = { cited: 'All sources', gaps: 'Gaps', searches: 'Searches' }
const VIEW_LEADS: Record<View, string> = {
  cited: 'What the answers point at: domains, their pages, and the prompts that lead there.',
  gaps: 'Third parties’ sources behind answers that name rivals and not the brand, the widest gap first.',
  searches: 'What the platforms themselves looked for on the web before they answered.',
}

/** Where the answers come from: who is cited, who is cited without us, and what was searched for. */
export default function Sources(): ReactNode {
  const { brandId } = useParams({ from: '/signed-in/shell/brands/$brandId/sources' })
  const search = useSearch({ from: '/signed-in/shell/brands/$brandId/sources' })
  const change = useAddress()
  const window = useWindow()
  // The same address asks for it on the overview, so it is known already.
  const score = useRead('getBrandScore', { params: { id: brandId }, query: { window } })
  const view = knownOf(VIEW_WORDS, search.view) ?? 'cited'
  const asked: SourcesQuery = {
    brandId,
    window,
    platform: search.platform,
    owner: knownOf(ownerWords, search.owner),
    domain: search.domain,
    by: search.by === 'page' ? 'page' : 'domain',
  }
  return (
    <>
      <PageHeader
        title="Sources"
        badge={<SimulatedBadge isShown={score.data?.simulated ?? false} />}
        lead={VIEW_LEADS[view]}
      >
        <WindowPicker />
      </PageHeader>
      <div className={styles['views']}>
        <Segments
          label="What to show"
          choices={choicesOf(VIEW_WORDS)}
          value={view}
          onChoice={(next) =>
            change({ view: next === 'cited' ? undefined : next, domain: undefined, owner: undefined })
          }
        />
      </div>
      <SourceFilters view={view} asked={asked} />
      {view === 'cited' && <Cited asked={asked} />}
      {view === 'gaps' && <Gaps asked={asked} />}
      {view === 'searches' && <Searches asked={asked} />}
    </>
  )
}
