import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { filterChoices } from '../../design/choices.ts'
import { SelectField, TextField, type Choice } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { useAddress } from '../../shell/use-address.ts'
import type { Prompt } from './words.ts'

/** What the list is narrowed down to; it stands in the address. */
export type PromptSearch = {
  topic?: string | undefined
  status?: string | undefined
  tag?: string | undefined
  search?: string | undefined
  branded?: string | undefined
}

const NAMES = ['topic', 'status', 'tag', 'search', 'branded'] as const

export const isFiltered = (search: PromptSearch): boolean => NAMES.some((name) => search[name] !== undefined)

/** Archived ones are only shown when they are asked for. */
export function matching(prompts: readonly Prompt[], { topic, status, tag, search, branded }: PromptSearch): Prompt[] {
  const words = search?.toLowerCase()
  return prompts.filter(
    (prompt) =>
      (status === 'all' || prompt.status === (status === 'archived' ? 'archived' : 'active')) &&
      (topic === undefined || prompt.topic === topic) &&
      (tag === undefined || prompt.tags.includes(tag)) &&
      (branded === undefined || prompt.branded === (branded === 'true')) &&
      (words === undefined || prompt.text.toLowerCase().includes(words)),
  )
}

export function PromptFilters({ prompts, search }: { prompts: readonly Prompt[]; search: PromptSearch }): ReactNode {
  const setAddress = useAddress()
  const set =
    (name: (typeof NAMES)[number]) =>
    (value: string): void =>
      setAddress({ [name]: value })
  const clear = (): void => setAddress(Object.fromEntries(NAMES.map((name) => [name, undefined])))
  return (
    <FilterBar label="Filter the prompts" onClear={isFiltered(search) ? clear : undefined}>
      <WordsField inAddress={search.search ?? ''} />
      <SelectField
        label="Status"
        value={search.status ?? ''}
        choices={[
          { value: '', label: 'Active' },
          { value: 'archived', label: 'Archived' },
          { value: 'all', label: 'All' },
        ]}
        onChoice={set('status')}
      />
      <SelectField
        label="Topic"
        value={search.topic ?? ''}
        choices={choicesAmong(
          prompts.flatMap(({ topic }) => topic ?? []),
          search.topic,
        )}
        onChoice={set('topic')}
      />
      <SelectField
        label="Tag"
        value={search.tag ?? ''}
        choices={choicesAmong(
          prompts.flatMap(({ tags }) => tags),
          search.tag,
        )}
        onChoice={set('tag')}
      />
      <SelectField
        label="Names the brand"
        value={search.branded ?? ''}
        choices={[
          { value: '', label: 'All' },
          { value: 'false', label: 'Not branded' },
          { value: 'true', label: 'Branded' },
        ]}
        onChoice={set('branded')}
      />
    </FilterBar>
  )
}

const TYPING_MS = 250

/** What is typed comes into the address when the typing rests, without a step back for every letter. */
function WordsField({ inAddress }: { inAddress: string }): ReactNode {
  const [typed, setTyped] = useState(inAddress)
  const navigate = useNavigate()
  useEffect(() => setTyped(inAddress), [inAddress])
  useEffect(() => {
    if (typed === inAddress) return
    const resting = setTimeout(() => {
      const change: Record<string, string | undefined> = { search: typed === '' ? undefined : typed }
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...change }),
        replace: true,
        resetScroll: false,
      })
    }, TYPING_MS)
    return () => clearTimeout(resting)
  }, [typed, inAddress, navigate])
  return <TextField label="Words" type="search" maxLength={200} value={typed} onText={setTyped} />
}

function choicesAmong(words: readonly string[], chosen: string | undefined): Choice<string>[] {
  const all = [...new Set([...words, ...(chosen === undefined ? [] : [chosen])])]
  return filterChoices(
    'All',
    all.toSorted((one, other) => one.localeCompare(other)).map((word) => ({ value: word, label: word })),
  )
}
