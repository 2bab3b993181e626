import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { LongTable } from '../../design/LongTable.tsx'
import styles from './PromptTable.module.css'
import { marketWords, stateOf, stateSays, stateTones, type Prompt } from './words.ts'

/** Prompts one below the other, ten thousand of them as fast as ten. */
export function PromptTable({
  brandId,
  prompts,
  onEdit,
}: {
  brandId: string
  prompts: readonly Prompt[]
  /** Missing for who may not change prompts. */
  onEdit?: ((prompt: Prompt) => void) | undefined
}): ReactNode {
  return (
    <LongTable
      caption="Prompts"
      rows={prompts}
      rowId={({ id }) => id}
      columns={[
        {
          id: 'text',
          title: 'Prompt',
          isRowTitle: true,
          cell: ({ id, text, branded }) => (
            <span className={styles['text']}>
              <Link to="/brands/$brandId/prompts/$promptId" params={{ brandId, promptId: id }}>
                {text}
              </Link>{' '}
              {branded && <Badge title="Names the brand itself: reported apart, outside the score.">branded</Badge>}
            </span>
          ),
        },
        { id: 'topic', title: 'Topic', cell: ({ topic }) => topic ?? '–' },
        {
          id: 'tags',
          title: 'Tags',
          cell: ({ tags }) => <span className={styles['tags']}>{tags.join(', ') || '–'}</span>,
        },
        { id: 'market', title: 'Market', cell: marketWords },
        {
          id: 'state',
          title: 'Status',
          cell: (prompt) => {
            const state = stateOf(prompt)
            return (
              <Badge tone={stateTones[state]} title={stateSays[state]}>
                {state}
              </Badge>
            )
          },
        },
        ...(onEdit
          ? [
              {
                id: 'edit',
                title: <span className="visually-hidden">Change</span>,
                cell: (prompt: Prompt) => (
                  <Button look="quiet" size="small" onClick={() => onEdit(prompt)} aria-label={`Edit: ${prompt.text}`}>
                    Edit
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
