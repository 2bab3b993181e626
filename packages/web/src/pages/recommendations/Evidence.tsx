import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePlatformName } from '../../api/use-names.ts'
import { Card } from '../../design/Card.tsx'
import { OutsideLink } from '../../design/OutsideLink.tsx'
import { Table } from '../../design/Table.tsx'
import { counted } from '../../format/numbers.ts'
import { AnswersLink, ofPanel } from '../answers/AnswersLink.tsx'
import { promptColumn } from '../prompts/prompt-column.tsx'
import styles from './Evidence.module.css'
import type { Advice } from './advice.ts'

/** What speaks for it, each part only where there is something in it. */
export function Evidence({ advice }: { advice: Advice }): ReactNode {
  const { evidence, brandId, answers } = advice
  const { quotes, sources, searches, answerIds } = evidence
  return (
    <Card title="What speaks for it" note={`Found in ${counted(answers, 'answer')}; all of it can be opened.`}>
      <div className={styles['parts']}>
        {quotes.length > 0 && <Quotes quotes={quotes} brandId={brandId} />}
        <Shares advice={advice} />
        {sources.length > 0 && (
          <Part title="Sources the answers draw on">
            <ul className={styles['list']}>
              {sources.map(({ domain, url, answers: count }) => (
                <li key={url ?? domain}>
                  {url === null ? domain : <OutsideLink url={url} />}{' '}
                  <span className={styles['count']}>{counted(count, 'answer')}</span>
                </li>
              ))}
            </ul>
          </Part>
        )}
        {searches.length > 0 && (
          <Part title="What the platforms searched for">
            <ul className={styles['list']}>
              {searches.map(({ search, answers: count }) => (
                <li key={search}>
                  “{search}” <span className={styles['count']}>{counted(count, 'answer')}</span>
                </li>
              ))}
            </ul>
          </Part>
        )}
        {answerIds.length > 0 && <Answers answerIds={answerIds} brandId={brandId} total={answers} />}
        <Prompts advice={advice} />
      </div>
    </Card>
  )
}

function Part({
  title,
  isWide = false,
  children,
}: {
  title: string
  isWide?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <div className={isWide ? styles['wide'] : styles['part']}>
      <h3>{title}</h3>
      {children}
    </div>
  )
}

function Quotes({ quotes, brandId }: { quotes: Advice['evidence']['quotes']; brandId: string }): ReactNode {
  return (
    <Part title="In the answers’ own words">
      <ul className={styles['quotes']}>
        {quotes.map(({ text, answerId }, index) => (
          <li key={`${answerId} ${index}`}>
            <blockquote className={styles['quote']}>{text}</blockquote>
            <Link to="/brands/$brandId/answers/$answerId" params={{ brandId, answerId }}>
              Open this answer
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/**
 * Leads to the answers of one pair of prompt and platform. A prompt with several platforms, or the other way round, is
 * counted over some of its pairs only, which the list of answers cannot be narrowed down to: each of them stands below.
 */
function Pair({
  advice: { brandId, cells, cellCount, from, to },
  promptId,
  platform,
  words,
  mentioned,
}: {
  advice: Advice
  promptId?: string
  platform?: string
  words: ReactNode
  mentioned?: 'true'
}): ReactNode {
  const own = cells.filter((cell) => cell.promptId === promptId || cell.platform === platform)
  const [pair] = own
  if (!pair || own.length > 1 || cells.length < cellCount) return words
  const of = { from, to, ...ofPanel, promptId: pair.promptId, platform: pair.platform, ...(mentioned && { mentioned }) }
  return (
    <AnswersLink brandId={brandId} of={of}>
      {words}
    </AnswersLink>
  )
}

function Prompts({ advice }: { advice: Advice }): ReactNode {
  const { brandId, evidence } = advice
  const { prompts, promptCount } = evidence
  if (prompts.length === 0) return null
  return (
    <Part
      isWide
      title={prompts.length < promptCount ? `Prompts (the first ${prompts.length} of ${promptCount})` : 'Prompts'}
    >
      <Table
        caption="Prompts concerned, with how often their answers name the brand and the most named rival"
        rows={prompts}
        rowId={({ promptId }) => promptId}
        isDense
        columns={[
          promptColumn(brandId, ({ prompt }: Advice['evidence']['prompts'][number]) => prompt),
          {
            id: 'answers',
            title: 'Answers',
            isNumeric: true,
            cell: ({ promptId, answers }) => <Pair advice={advice} promptId={promptId} words={answers} />,
          },
          {
            id: 'named',
            title: 'Name the brand',
            isNumeric: true,
            cell: ({ promptId, named }) => <Pair advice={advice} promptId={promptId} words={named} mentioned="true" />,
          },
          { id: 'rivals', title: 'Name a rival', isNumeric: true, cell: ({ rivals }) => rivals },
        ]}
      />
    </Part>
  )
}

function Shares({ advice }: { advice: Advice }): ReactNode {
  const { brandId, evidence } = advice
  const platformName = usePlatformName()
  const { platforms, rivals } = evidence
  return (
    <>
      {platforms.length > 0 && (
        <Part title="Platforms">
          <ul className={styles['list']}>
            {platforms.map(({ slug, answers, named }) => (
              <li key={slug}>
                {platformName(slug)}{' '}
                <span className={styles['count']}>
                  <Pair advice={advice} platform={slug} words={named} mentioned="true" /> of{' '}
                  <Pair advice={advice} platform={slug} words={counted(answers, 'answer')} /> name the brand
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {rivals.length > 0 && (
        <Part title="Rivals that have it">
          <ul className={styles['list']}>
            {rivals.map(({ entityId, name, answers, named }) => (
              <li key={entityId}>
                <Link to="/brands/$brandId/competitors/$competitorId" params={{ brandId, competitorId: entityId }}>
                  {name}
                </Link>{' '}
                <span className={styles['count']}>
                  named in {named} of {counted(answers, 'answer')}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

function Answers({
  answerIds,
  brandId,
  total,
}: {
  answerIds: readonly string[]
  brandId: string
  total: number
}): ReactNode {
  return (
    <Part title={answerIds.length < total ? `Answers (the newest ${answerIds.length} of ${total})` : 'Answers'}>
      <ul className={styles['answers']}>
        {answerIds.map((answerId, index) => (
          <li key={answerId}>
            <Link to="/brands/$brandId/answers/$answerId" params={{ brandId, answerId }}>
              Answer {index + 1}
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}
