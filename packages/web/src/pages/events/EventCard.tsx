import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePlatformName } from '../../api/use-names.ts'
import { Badge } from '../../design/Badge.tsx'
import { counted, intervalText, signed } from '../../format/numbers.ts'
import styles from './EventCard.module.css'
import type { EventEntry } from './event-entry.ts'

type Of<Type extends EventEntry['type']> = Extract<EventEntry, { type: Type }>['data']

/** One event in words, with its numbers and the way to what it is about. */
export function EventCard({ event, brandId }: { event: EventEntry; brandId: string }): ReactNode {
  return (
    <article className={styles['event']}>
      <time className={styles['time']} dateTime={event.timestamp}>
        {TIME.format(new Date(event.timestamp))}
      </time>
      <div className={styles['words']}>
        <Words event={event} brandId={brandId} />
      </div>
    </article>
  )
}

const TIME = new Intl.DateTimeFormat('en', { timeStyle: 'short' })

function Words({ event, brandId }: { event: EventEntry; brandId: string }): ReactNode {
  switch (event.type) {
    case 'score.changed':
      return <ScoreChanged data={event.data} brandId={brandId} />
    case 'competitor.alert':
      return <CompetitorMoved data={event.data} brandId={brandId} />
    case 'recommendation.new':
      return <NewAdvice data={event.data} brandId={brandId} />
  }
}

function ScoreChanged({ data, brandId }: { data: Of<'score.changed'>; brandId: string }): ReactNode {
  const platformName = usePlatformName()
  const moved = data.platforms.filter(({ previous, current }) => previous !== current)
  return (
    <>
      <h3>
        The score {data.delta < 0 ? 'fell' : 'rose'} from {data.previous} to {data.current}{' '}
        <Certainty data={data.beyondRivals ?? data} />
      </h3>
      <p className={styles['facts']}>
        {signed(data.delta)} points; {data.current} {intervalWords(data.interval)}; {windowText(data.window)},{' '}
        {counted(data.answers, 'answer')}.{data.beyondRivals && ` Beyond rivals ${signed(data.beyondRivals.delta)}.`}
        {data.platformWide && ' The platforms moved everyone the same way.'}
      </p>
      {moved.length > 0 && (
        <p className={styles['facts']}>
          {moved
            .map(({ slug, previous, current }) => `${platformName(slug)} ${previous ?? '–'} → ${current ?? '–'}`)
            .join(' · ')}
        </p>
      )}
      <p className={styles['links']}>
        <Link to="/brands/$brandId" params={{ brandId }}>
          Score and trend
        </Link>
      </p>
    </>
  )
}

function CompetitorMoved({ data, brandId }: { data: Of<'competitor.alert'>; brandId: string }): ReactNode {
  const { competitorId, answerIds, move } = data
  return (
    <>
      <h3>
        {moveText(data)} {move !== 'new_entrant' && <Certainty data={data} />}
      </h3>
      <p className={styles['facts']}>{moveFacts(data)}</p>
      <p className={styles['links']}>
        {competitorId === null ? (
          <Link to="/brands/$brandId/competitors" params={{ brandId }}>
            Names found in the answers
          </Link>
        ) : (
          <Link to="/brands/$brandId/competitors/$competitorId" params={{ brandId, competitorId }}>
            Head to head
          </Link>
        )}
        {answerIds.map((answerId, index) => (
          <Link key={answerId} to="/brands/$brandId/answers/$answerId" params={{ brandId, answerId }}>
            Answer {index + 1}
          </Link>
        ))}
      </p>
    </>
  )
}

function NewAdvice({ data, brandId }: { data: Of<'recommendation.new'>; brandId: string }): ReactNode {
  return (
    <>
      <h3>New recommendation: {data.title}</h3>
      <p className={styles['facts']}>
        {signed(data.estimatedLift, 0)} {data.estimatedLift === 1 ? 'point' : 'points'} estimated (
        {intervalText(data.liftRange, 1)}), {data.effort} effort, from {counted(data.answers, 'answer')}.
      </p>
      <p className={styles['links']}>
        <Link
          to="/brands/$brandId/recommendations/$recommendationId"
          params={{ brandId, recommendationId: data.recommendationId }}
        >
          See the evidence
        </Link>
      </p>
    </>
  )
}

/** Whether chance explains it. */
function Certainty({ data: { significant, delta } }: { data: { significant: boolean; delta: number } }): ReactNode {
  return significant ? (
    <Badge tone="accent">{delta < 0 ? '▼' : '▲'} more than noise</Badge>
  ) : (
    <Badge>within noise</Badge>
  )
}

function moveText({ name, move, previous, current, delta }: Of<'competitor.alert'>): string {
  switch (move) {
    case 'score_moved':
      return `${name}: score ${delta < 0 ? 'fell' : 'rose'} from ${previous} to ${current}`
    case 'sov_moved':
      return `${name}: share of voice ${delta < 0 ? 'fell' : 'rose'} from ${previous} % to ${current} %`
    case 'overtook':
      return `${name} now stands above the brand`
    case 'fell_behind':
      return `${name} now stands below the brand`
    case 'new_entrant':
      return `A new name in the answers: ${name}`
  }
}

function moveFacts(data: Of<'competitor.alert'>): string {
  const { move, current, previous, delta, measure, window, answers, brandScore, interval, platformWide } = data
  const own = brandScore === null ? '' : ` The brand’s own score: ${brandScore}.`
  const everyone = platformWide ? ' The platforms moved everyone the same way.' : ''
  if (move === 'new_entrant')
    return `Named in about ${current} of ${counted(answers, 'answer')} in ${windowText(window)}, in about ${previous} the window before. Nobody tracks it.${own}`
  const unit = measure === 'answers' ? 'answers' : 'points'
  return `${signed(delta)} ${unit}; ${current} ${intervalWords(interval)}; ${windowText(window)}, ${counted(answers, 'answer')}.${own}${everyone}`
}

/** `7 days` of a window `7d`. */
const windowText = (window: string): string =>
  counted(Number.parseInt(window, 10), window.endsWith('w') ? 'week' : 'day')

const intervalWords = (interval: readonly number[] | null): string =>
  interval === null ? 'without an interval: too few prompts' : `with a 95 % interval of ${intervalText(interval, 1)}`
