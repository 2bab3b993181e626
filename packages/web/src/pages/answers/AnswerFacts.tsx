import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-api.ts'
import { Badge } from '../../design/Badge.tsx'
import { Facts } from '../../design/Facts.tsx'
import { Info } from '../../design/Info.tsx'
import { usd } from '../../format/numbers.ts'
import { instantText } from '../../format/times.ts'
import { failureWords, outcomeTones, outcomeWords, surfaceWords, type Answer } from './words.ts'

/** Where an answer comes from and what it took. */
export function AnswerFacts({ answer }: { answer: Answer }): ReactNode {
  const platforms = useRead('listPlatforms', {})
  const platform = platforms.data?.data.find(({ slug }) => slug === answer.platform)
  const { brandId, promptId, runId, outcome, errorCode, locale } = answer
  return (
    <Facts
      facts={[
        { name: 'Platform', value: platform?.label ?? answer.platform },
        {
          name: 'Obtained by',
          value: answer.surface === 'api' ? (platform?.note ?? surfaceWords.api) : surfaceWords[answer.surface],
        },
        {
          name: (
            <>
              Outcome <Info term="outcome" />
            </>
          ),
          value: <Badge tone={outcomeTones[outcome]}>{outcomeWords[outcome]}</Badge>,
        },
        errorCode !== null && { name: 'Reason', value: failureWords(errorCode) },
        { name: 'Model', value: answer.model ?? 'not told by the platform' },
        { name: 'Collected', value: <time dateTime={answer.collectedAt}>{instantText(answer.collectedAt)}</time> },
        { name: 'Country', value: locale.country ?? 'none asked for' },
        { name: 'Language', value: locale.language ?? 'none asked for' },
        { name: 'Cost', value: costWords(answer.cost) },
        {
          name: 'Run',
          value: (
            <Link to="/brands/$brandId/runs/$runId" params={{ brandId, runId }}>
              The run it came in
            </Link>
          ),
        },
        {
          name: 'Prompt',
          value: (
            <Link to="/brands/$brandId/prompts/$promptId" params={{ brandId, promptId }}>
              This prompt over time
            </Link>
          ),
        },
        answer.externalId !== null && { name: 'Your id', value: answer.externalId },
        { name: 'Id', value: <code>{answer.id}</code> },
      ]}
    />
  )
}

function costWords({ usd: dollars, basis }: Answer['cost']): string {
  if (dollars === null) return basis === 'plan' ? 'part of a plan at the platform' : 'not known'
  return `${usd(dollars)}${basis === 'computed' ? ', computed from prices' : basis === 'reported' ? ', as reported' : ''}`
}
