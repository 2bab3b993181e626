import type { ReactNode } from 'react'
import { useMay } from '../../../api/session.ts'
import { useRead } from '../../../api/use-api.ts'
import { Notice } from '../../../design/Notice.tsx'
import { counted, usd, whole } from '../../../format/numbers.ts'
import { runsAMonth } from './times-of-day.ts'

type Props = { brandId: string; repeats: number; platforms: string[] | null; daysAWeek: number }

/** What such a schedule asks for in a month, by a dry run: nothing is asked of a platform. */
export function ExpectedAnswers({ brandId, repeats, platforms, daysAWeek }: Props): ReactNode {
  const may = useMay()
  const usage = useRead('getUsage', {})
  const isAskable = may('member') && daysAWeek > 0 && platforms?.length !== 0
  const plan = useRead(
    'startRun',
    { params: { id: brandId }, body: { dryRun: true, repeats, ...(platforms && { platforms }) } },
    { enabled: isAskable },
  )
  if (daysAWeek === 0) return <p>Nothing is asked by itself.</p>
  if (!isAskable) return null
  if (plan.error) return <Notice kind="warn">{plan.error.message}</Notice>
  if (!plan.data || !('dryRun' in plan.data)) return <p>Counting …</p>
  const { answers, platforms: asked } = plan.data
  const perMonth = Math.round(answers * runsAMonth(daysAWeek))
  const costs = asked.map(({ estimatedUsd }) => estimatedUsd)
  const known = costs.flatMap((cost) => (cost === null ? [] : [cost]))
  const cost = known.reduce((sum, one) => sum + one, 0) * runsAMonth(daysAWeek)
  const limit = usage.data?.allowances.answers.limit ?? null
  return (
    <Notice kind={limit !== null && perMonth > limit ? 'warn' : 'info'}>
      {counted(answers, 'answer')} a run, about {whole(perMonth)} in a month
      {limit !== null && ` of the ${whole(limit)} that the plan holds for all brands`}
      {known.length > 0 && `; about ${usd(Math.round(cost * 100) / 100)} at the platforms’ list prices`}
      {known.length < costs.length && `, without ${costs.length - known.length} whose price is not known`}.
    </Notice>
  )
}
