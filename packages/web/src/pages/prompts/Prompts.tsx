import { useParams, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useAll } from '../../api/use-all.ts'
import { Button } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { counted } from '../../format/numbers.ts'
import { useOpened } from '../../shell/use-opened.ts'
import { AddPrompts } from './AddPrompts.tsx'
import { EditPrompt } from './EditPrompt.tsx'
import { isFiltered, matching, PromptFilters } from './PromptFilters.tsx'
import { PromptTable } from './PromptTable.tsx'
import { SuggestPrompts } from './SuggestPrompts.tsx'
import type { Prompt } from './words.ts'

type Open = 'add' | 'suggest' | Prompt | null

/** The questions that are asked: what the score is a score of. */
export default function Prompts(): ReactNode {
  const { brandId } = useParams({ from: '/signed-in/shell/brands/$brandId' })
  const search = useSearch({ from: '/signed-in/shell/brands/$brandId/prompts' })
  const prompts = useAll('listPrompts', { params: { id: brandId }, query: { limit: 200 } })
  const mayChange = useMay()('member')
  const [open, setOpen] = useState<Open>(null)
  useOpened('add', () => setOpen('add'))
  useOpened('suggest', () => setOpen('suggest'))
  const shown = useDeferredValue(matching(prompts.data ?? [], search))
  const actions = mayChange && (
    <>
      <Button onClick={() => setOpen('suggest')}>Suggest prompts</Button>
      <Button look="primary" onClick={() => setOpen('add')}>
        Add prompts
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title="Prompts" lead="The questions buyers ask. Every run asks each of them on every platform.">
        {actions}
      </PageHeader>
      <Loaded
        read={prompts}
        lines={12}
        empty={{
          when: (all) => all.length === 0,
          show: (
            <Card title="No prompts yet">
              <Empty title="Nothing is asked yet">
                Add questions as a buyer would ask them, one a line, or start from suggestions. About twenty that do not
                name the brand give a first score; more make its interval narrower.
              </Empty>
            </Card>
          ),
        }}
      >
        {(all) => (
          <>
            <PromptFilters prompts={all} search={search} />
            <Card
              title={listTitle(shown.length, all.length, isFiltered(search))}
              note={readingNote(prompts.hasNextPage)}
            >
              {shown.length === 0 ? (
                <Empty title="No prompt is like that">Take away a filter.</Empty>
              ) : (
                <PromptTable brandId={brandId} prompts={shown} onEdit={mayChange ? setOpen : undefined} />
              )}
            </Card>
          </>
        )}
      </Loaded>
      {open === 'add' && <AddPrompts brandId={brandId} onClose={() => setOpen(null)} />}
      {open === 'suggest' && <SuggestPrompts brandId={brandId} onClose={() => setOpen(null)} />}
      {open !== null && typeof open === 'object' && <EditPrompt prompt={open} onClose={() => setOpen(null)} />}
    </>
  )
}

const listTitle = (shown: number, all: number, isNarrowed: boolean): string =>
  isNarrowed ? `${shown} of ${counted(all, 'prompt')}` : counted(shown, 'prompt')

const readingNote = (isGoingOn: boolean): string | undefined => (isGoingOn ? 'More are being read …' : undefined)
