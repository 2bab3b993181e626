import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePlatformName } from '../../api/use-names.ts'
import { Badge } from '../../design/Badge.tsx'
import { LongTable } from '../../design/LongTable.tsx'
import type { Column } from '../../design/Table.tsx'
import { counted } from '../../format/numbers.ts'
import { instantText } from '../../format/times.ts'
import styles from './AnswerTable.module.css'
import { Standing } from './Standing.tsx'
import { outcomeTones, outcomeWords, type ListedAnswer } from './words.ts'

type Props = {
  brandId: string
  brandName: string
  answers: readonly ListedAnswer[]
  /** Left out where all answers are to one prompt. */
  hasPrompt?: boolean
}

/** Answers one below the other; each leads to its text. */
export function AnswerTable({ brandId, brandName, answers, hasPrompt = true }: Props): ReactNode {
  const platformName = usePlatformName()
  const open = (answer: ListedAnswer, words: ReactNode): ReactNode => (
    <Link to="/brands/$brandId/answers/$answerId" params={{ brandId, answerId: answer.id }}>
      {words}
    </Link>
  )
  const columns: Column<ListedAnswer>[] = [
    ...(hasPrompt
      ? [
          {
            id: 'prompt',
            title: 'Prompt',
            isRowTitle: true,
            cell: (answer: ListedAnswer) => <span className={styles['prompt']}>{open(answer, answer.prompt)}</span>,
          },
        ]
      : []),
    {
      id: 'collected',
      title: 'Collected',
      isRowTitle: !hasPrompt,
      cell: (answer) => {
        const when = <time dateTime={answer.collectedAt}>{instantText(answer.collectedAt)}</time>
        return <span className={styles['when']}>{hasPrompt ? when : open(answer, when)}</span>
      },
    },
    { id: 'platform', title: 'Platform', cell: ({ platform }) => platformName(platform) },
    { id: 'brand', title: brandName, cell: (answer) => <Standing answer={answer} brandId={brandId} /> },
    {
      id: 'rivals',
      title: 'Competitors',
      cell: (answer) => (
        <span className={styles['rivals']}>
          <Rivals answer={answer} />
        </span>
      ),
    },
    {
      id: 'outcome',
      title: 'Outcome',
      cell: ({ outcome }) => <Badge tone={outcomeTones[outcome]}>{outcomeWords[outcome]}</Badge>,
    },
  ]
  return <LongTable caption="Answers" rows={answers} rowId={({ id }) => id} columns={columns} />
}

const SHOWN = 3

function Rivals({ answer: { mentions, outcome } }: { answer: ListedAnswer }): ReactNode {
  if (outcome !== 'ok') return '–'
  const names = [...new Set(mentions.filter(({ kind }) => kind === 'competitor').map(({ name }) => name))]
  if (names.length === 0) return 'none named'
  const more = names.length - SHOWN
  return `${names.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${counted(more, 'more', 'more')}` : ''}`
}
