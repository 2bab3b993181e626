import type { Comparison } from './comparison.ts'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePlatformName } from '../../api/use-names.ts'
import { useRead } from '../../api/use-api.ts'
import { SimulatedBadge } from '../../design/Badge.tsx'
import { Card, Columns, Stack } from '../../design/Card.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Notice } from '../../design/Notice.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { counted } from '../../format/numbers.ts'
import { DEFAULT_WINDOW } from '../../shell/search.ts'
import { NoScore } from '../overview/NoScore.tsx'
import { PeriodFields } from './PeriodFields.tsx'
import { Levels } from './Levels.tsx'
import { ChangeCard } from './ChangeCard.tsx'
import { faultOf, periodsOf } from './spans.ts'

/** Did it change between two spans of days, by how much, and is that more than noise. */
export default function Periods(): ReactNode {
  const { brandId } = useParams({ from: '/signed-in/shell/brands/$brandId/periods' })
  const search = useSearch({ from: '/signed-in/shell/brands/$brandId/periods' })
  const { platform, topic, window = DEFAULT_WINDOW } = search
  const platformName = usePlatformName()
  const asked = periodsOf(search)
  const isSound = asked === null || (faultOf(asked.a) === undefined && faultOf(asked.b) === undefined)
  const read = useRead(
    'compareScores',
    {
      params: { id: brandId },
      query: {
        ...(asked ? { a: `${asked.a.from}..${asked.a.to}`, b: `${asked.b.from}..${asked.b.to}` } : { b: window }),
        ...(platform !== undefined && { platform }),
        ...(topic !== undefined && { topic }),
      },
    },
    { enabled: isSound },
  )
  const { data } = read
  const shown = asked ?? (data && { a: daysOf(data.a), b: daysOf(data.b) })
  const among = [platform && platformName(platform), topic && `prompts of the topic “${topic}”`].filter(Boolean)
  return (
    <>
      <PageHeader
        title="Compare periods"
        badge={<SimulatedBadge isShown={data?.simulated ?? false} />}
        lead={among.length === 0 ? 'The score of two spans of days beside each other.' : `Only ${among.join(', ')}.`}
      />
      <PeriodFields brandId={brandId} shown={shown} asOf={data?.asOf} isChosen={asked !== null} search={search} />
      {isSound && (
        <Loaded read={read} lines={12} empty={{ codes: ['score_not_available'], show: <NoScore brandId={brandId} /> }}>
          {(comparison) => (
            <Stack>
              {comparison.b.from < comparison.a.from && (
                <Notice>
                  The later period begins before the earlier one: read the change the other way round, or swap the days.
                </Notice>
              )}
              {comparison.overlapDays > 0 && (
                <Notice>
                  The periods share {counted(comparison.overlapDays, 'day')}: answers of those days count in both and
                  make the change look smaller.
                </Notice>
              )}
              <Columns>
                <Card title="Score in each" aside={<Info term="score" />}>
                  <Levels comparison={comparison} brandId={brandId} />
                </Card>
                <Card title="What changed" aside={<Info term="change" />}>
                  <ChangeCard comparison={comparison} />
                </Card>
              </Columns>
            </Stack>
          )}
        </Loaded>
      )}
    </>
  )
}

const daysOf = ({ from, to }: Comparison['a']) => ({ from, to })
