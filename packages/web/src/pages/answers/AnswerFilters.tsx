import type { ReactNode } from 'react'
import { useRead } from '../../api/use-door.ts'
import { choicesOf, filterChoices } from '../../design/choices.ts'
import { SelectField, TextField, type Choice } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { instantText } from '../../format/times.ts'
import { useAddress } from '../../shell/use-address.ts'
import { outcomeWords } from './words.ts'

/** What the list is narrowed down to; each stands in the address. */
export type AnswerSearch = {
  platform?: string | undefined
  promptId?: string | undefined
  runId?: string | undefined
  outcome?: string | undefined
  mentioned?: string | undefined
  competitorId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const NAMES = ['platform', 'promptId', 'runId', 'outcome', 'mentioned', 'competitorId', 'from', 'to'] as const

export const isFiltered = (search: AnswerSearch): boolean => NAMES.some((name) => search[name] !== undefined)

export function AnswerFilters({ brandId, search }: { brandId: string; search: AnswerSearch }): ReactNode {
  const setAddress = useAddress()
  const choices = useChoices(brandId, search)
  const set =
    (name: (typeof NAMES)[number]) =>
    (value: string): void =>
      setAddress({ [name]: value })
  const clear = (): void => setAddress(Object.fromEntries(NAMES.map((name) => [name, undefined])))
  const pick = (label: string, name: (typeof NAMES)[number], options: readonly Choice<string>[]): ReactNode => (
    <SelectField
      label={label}
      value={search[name] ?? ''}
      choices={filterChoices('All', options, search[name])}
      onChoice={set(name)}
    />
  )
  return (
    <FilterBar label="Filter the answers" onClear={isFiltered(search) ? clear : undefined}>
      {pick('Platform', 'platform', choices.platforms)}
      {pick('Prompt', 'promptId', choices.prompts)}
      {pick('Brand', 'mentioned', MENTIONED)}
      {pick('Names competitor', 'competitorId', choices.competitors)}
      {pick('Outcome', 'outcome', OUTCOMES)}
      {pick('Run', 'runId', choices.runs)}
      <TextField label="From" type="date" value={search.from ?? ''} onText={set('from')} />
      <TextField label="To" type="date" value={search.to ?? ''} onText={set('to')} />
    </FilterBar>
  )
}

const MENTIONED: Choice<string>[] = [
  { value: 'true', label: 'Named' },
  { value: 'false', label: 'Not named' },
]
const OUTCOMES = choicesOf(outcomeWords).map(({ value, label }) => ({ value, label: capital(label) }))

/** What can be picked; a chosen one that is beyond the first two hundred is read by itself. */
function useChoices(
  brandId: string,
  { promptId }: AnswerSearch,
): {
  platforms: Choice<string>[]
  prompts: Choice<string>[]
  competitors: Choice<string>[]
  runs: Choice<string>[]
} {
  const params = { id: brandId }
  const platforms = useRead('listPlatforms', {})
  const prompts = useRead('listPrompts', { params, query: { limit: 200 } })
  const competitors = useRead('listCompetitors', { params, query: { limit: 200 } })
  const runs = useRead('listRuns', { query: { brandId, limit: 50 } })
  const isFar = promptId !== undefined && prompts.data?.data.every(({ id }) => id !== promptId) === true
  const far = useRead('getPrompt', { params: { ...params, pid: promptId ?? '' } }, { enabled: isFar })
  const known = [...(far.data ? [far.data] : []), ...(prompts.data?.data ?? [])]
  return {
    platforms: (platforms.data?.data ?? []).map(({ slug, label }) => ({ value: slug, label })),
    prompts: known.map(({ id, text, status }) => ({
      value: id,
      label: `${shortened(text)}${status === 'archived' ? ' (archived)' : ''}`,
    })),
    competitors: (competitors.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    runs: (runs.data?.data ?? []).map(({ id, createdAt, kind }) => ({
      value: id,
      label: `${kind === 'import' ? 'Import of' : 'Run of'} ${instantText(createdAt)}`,
    })),
  }
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
