import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePlatformName, usePromptText } from '../../api/use-names.ts'
import { OutsideLink } from '../../design/OutsideLink.tsx'
import type { Column } from '../../design/Table.tsx'
import { counted } from '../../format/numbers.ts'
import { spanText } from '../../format/times.ts'
import type { AnswerSearch } from '../answers/asked.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import styles from './Sources.module.css'

type SourcesTable = { platforms: string[]; firstDay: string; lastDay: string; promptIds: string[]; answerIds: string[] }

/**
 * What stands behind a row: platforms, days, prompts and answers. `most`: as many prompts are told of one row. `of`: the
 * row's answers.
 */
export function useBehindColumns<Row extends SourcesTable>(
  brandId: string,
  most: number,
  of: (row: Row) => AnswerSearch,
): Column<Row>[] {
  const platformName = usePlatformName()
  // Once for all rows: each would look all prompts up for itself.
  const promptText = usePromptText(brandId)
  return [
    {
      id: 'platforms',
      title: 'Platforms and days',
      cell: ({ platforms, firstDay, lastDay }) => (
        <>
          <Platforms names={platforms.map(platformName)} />
          <span className={styles['soft']}>{spanText(firstDay, lastDay)}</span>
        </>
      ),
    },
    {
      id: 'prompts',
      title: 'Prompts and answers',
      cell: (row) => (
        <>
          <PromptLinks
            brandId={brandId}
            promptIds={row.promptIds}
            of={of(row)}
            promptText={promptText}
            mayBeMore={row.promptIds.length === most}
          />
          <AnswerLinks brandId={brandId} answerIds={row.answerIds} />
        </>
      ),
    },
  ]
}

/** Named while they fit a line; folded beyond that, because there are many rows. */
function Platforms({ names }: { names: readonly string[] }): ReactNode {
  if (names.length <= 2) return <p className={styles['soft']}>{names.join(', ')}</p>
  return (
    <details className={styles['more']}>
      <summary>{counted(names.length, 'platform')}</summary>
      {names.join(', ')}
    </details>
  )
}

/** The prompts behind something, each leading to its answers; folded, because there are many rows. */
function PromptLinks({
  brandId,
  promptIds,
  of,
  promptText,
  mayBeMore,
}: {
  brandId: string
  promptIds: readonly string[]
  of: AnswerSearch
  promptText: (promptId: string) => string | undefined
  mayBeMore: boolean
}): ReactNode {
  if (promptIds.length === 0) return null
  return (
    <details className={styles['more']}>
      <summary>
        {counted(promptIds.length, 'prompt')}
        {mayBeMore && ' or more'}
      </summary>
      <ul className={styles['links']}>
        {promptIds.map((promptId) => (
          <li key={promptId}>
            <AnswersLink brandId={brandId} of={{ ...of, promptId }}>
              {promptText(promptId) ?? 'An earlier prompt'}
            </AnswersLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Some of the answers, newest first. */
export function AnswerLinks({ brandId, answerIds }: { brandId: string; answerIds: readonly string[] }): ReactNode {
  if (answerIds.length === 0) return null
  return (
    <details className={styles['more']}>
      <summary>{answerIds.length === 1 ? 'An answer' : `The newest ${answerIds.length} answers`}</summary>
      <ul className={styles['answers']}>
        {answerIds.map((answerId, index) => (
          <li key={answerId}>
            <Link to="/brands/$brandId/answers/$answerId" params={{ brandId, answerId }}>
              Answer {index + 1}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A page by its title, with its address below. */
export function PageLink({ url, title }: { url: string; title: string | null }): ReactNode {
  return (
    <>
      <OutsideLink url={url}>{title ?? url}</OutsideLink>
      {title !== null && <span className={`${styles['soft']} ${styles['address']}`}>{url}</span>}
    </>
  )
}
