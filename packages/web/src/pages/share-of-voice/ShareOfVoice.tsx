import type { Grouping } from './grouping.ts'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-api.ts'
import { SimulatedBadge } from '../../design/Badge.tsx'
import { Card, Stack } from '../../design/Card.tsx'
import { choicesOf } from '../../design/choices.ts'
import { Empty } from '../../design/Empty.tsx'
import { SelectField } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Segments } from '../../design/Segments.tsx'
import { counted } from '../../format/numbers.ts'
import { spanText } from '../../format/times.ts'
import { PlatformFilter, TopicFilter } from '../../shell/AddressFilters.tsx'
import { knownOf } from '../../shell/search.ts'
import { useAddress } from '../../shell/use-address.ts'
import { useWindow, WindowPicker } from '../../shell/WindowPicker.tsx'
import { SharesNow } from './SharesNow.tsx'
import { SharesOverTime } from './SharesOverTime.tsx'

export type Basis = 'tracked' | 'all'
const EVERY_WORDS: Record<Grouping, string> = { day: 'By day', week: 'By week', month: 'By month' }

/** Whose names the answers bring up: now, and over time. */
export default function ShareOfVoice(): ReactNode {
  const { brandId } = useParams({ from: '/signed-in/shell/brands/$brandId/share-of-voice' })
  const asked = useSearch({ from: '/signed-in/shell/brands/$brandId/share-of-voice' })
  const change = useAddress()
  const window = useWindow()
  const basis: Basis = asked.basis === 'all' ? 'all' : 'tracked'
  const every = knownOf(EVERY_WORDS, asked.every) ?? 'day'
  const { platform, topic } = asked
  const narrowed = { ...(platform !== undefined && { platform }), ...(topic !== undefined && { topic }), basis }
  const params = { id: brandId }
  const now = useRead('getShareOfVoice', { params, query: { ...narrowed, window } })
  const history = useRead('getShareOfVoiceHistory', { params, query: { ...narrowed, interval: every } })
  return (
    <>
      <PageHeader
        title="Share of voice"
        badge={<SimulatedBadge isShown={now.data?.simulated ?? false} />}
        lead={
          now.data &&
          `${counted(now.data.namings, 'naming')} in ${counted(now.data.answers, 'answer')}, ${spanText(now.data.from, now.data.to)}`
        }
      >
        <WindowPicker />
      </PageHeader>
      <Filters brandId={brandId} basis={basis} platform={platform} topic={topic} />
      <Stack>
        <Card title="Whose names come up" aside={<Info term="shareOfVoice" />} note={basisNote(basis, now.data)}>
          <Loaded
            read={now}
            lines={14}
            empty={{
              codes: ['score_not_available'],
              show: (
                <Empty title="No answers yet">
                  After the first run every tracked name stands here with its share of all namings.
                </Empty>
              ),
            }}
          >
            {(value) => <SharesNow value={value} brandId={brandId} />}
          </Loaded>
        </Card>
        <Card
          title="Over time"
          note={every === 'day' ? 'Each point covers the 7 days that end with it.' : undefined}
          actions={
            <Segments
              label="A point for every"
              choices={choicesOf(EVERY_WORDS)}
              value={every}
              onChoice={(next) => change({ every: next === 'day' ? undefined : next })}
            />
          }
        >
          <Loaded
            read={history}
            lines={10}
            empty={{
              when: ({ points }) => points.length === 0,
              codes: ['score_not_available'],
              show: <Empty title="No line yet">It begins with the first answers.</Empty>,
            }}
          >
            {(value) => <SharesOverTime value={value} brandId={brandId} every={every} />}
          </Loaded>
        </Card>
      </Stack>
    </>
  )
}

function basisNote(basis: Basis, value: { answers: number; answersLookedAt: number | null } | undefined): string {
  if (basis === 'tracked') return 'Among the brand and its tracked competitors; names that nobody tracks are left out.'
  const read = value?.answersLookedAt
  const sampled =
    value && read != null && read < value.answers
      ? ` They are read from ${counted(read, 'answer')} and counted for all ${counted(value.answers, 'answer')}.`
      : ''
  return `Among all names: those that nobody tracks stand together as one entry.${sampled}`
}

function Filters({
  brandId,
  basis,
  platform,
  topic,
}: {
  brandId: string
  basis: Basis
  platform: string | undefined
  topic: string | undefined
}): ReactNode {
  const change = useAddress()
  const isFiltered = basis !== 'tracked' || platform !== undefined || topic !== undefined
  return (
    <FilterBar
      label="Filters"
      onClear={isFiltered ? () => change({ basis: undefined, platform: undefined, topic: undefined }) : undefined}
    >
      <SelectField
        label="Among"
        value={basis}
        choices={[
          { value: 'tracked', label: 'Tracked names' },
          { value: 'all', label: 'All names' },
        ]}
        onChoice={(next) => change({ basis: next === 'all' ? 'all' : undefined })}
      />
      <PlatformFilter chosen={platform} />
      <TopicFilter brandId={brandId} chosen={topic} />
    </FilterBar>
  )
}
