import type { ReactNode } from 'react'
import { useRead } from '../../api/use-api.ts'
import { useTopics } from '../../api/use-topics.ts'
import { choicesOf, filterChoices } from '../../design/choices.ts'
import { SelectField, TextField, type Choice } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { instantText } from '../../format/times.ts'
import { useAddress } from '../../shell/use-address.ts'
import { isFiltered, unfiltered, type AnswerFilterName, type AnswerSearch } from './asked.ts'
import { countedWords, outcomeWords } from './words.ts'

export function AnswerFilters({ brandId, search }: { brandId: string; search: AnswerSearch }): ReactNode {
  const setAddress = useAddress()
  const choices = useChoices(brandId, search)
  const topics = useTopics(brandId, search.topic)
  const set =
    (name: AnswerFilterName) =>
    (value: string): void =>
      setAddress({ [name]: value })
  const clear = (): void => setAddress(unfiltered)
  const pick = (label: string, name: AnswerFilterName, options: readonly Choice<string>[]): ReactNode => (
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
      {pick('Topic', 'topic', topics.map(sameWords))}
      {pick('Prompt', 'promptId', choices.prompts)}
      {pick('Brand', 'mentioned', MENTIONED)}
      <Competitors search={search} known={choices.competitors} />
      {pick('Outcome', 'outcome', OUTCOMES)}
      {pick('Counted', 'countedIn', choicesOf(countedWords))}
      <Source search={search} />
      {pick('Run', 'runId', choices.runs)}
      <TextField label="From" type="date" value={search.from ?? ''} onText={set('from')} />
      <TextField label="To" type="date" value={search.to ?? ''} onText={set('to')} />
    </FilterBar>
  )
}

const sameWords = (value: string): Choice<string> => ({ value, label: value })

/** A certain one, or whether any is named at all. */
function Competitors({
  search: { competitorId, anyCompetitor },
  known,
}: {
  search: AnswerSearch
  known: readonly Choice<string>[]
}): ReactNode {
  const setAddress = useAddress()
  const any: Choice<string>[] = [
    { value: 'true', label: 'Any of them' },
    { value: 'false', label: 'None of them' },
  ]
  return (
    <SelectField
      label="Names competitor"
      value={competitorId ?? anyCompetitor ?? ''}
      choices={filterChoices('All', [...any, ...known], competitorId)}
      onChoice={(value) =>
        setAddress(
          any.some((choice) => choice.value === value)
            ? { anyCompetitor: value, competitorId: undefined }
            : { anyCompetitor: undefined, competitorId: value },
        )
      }
    />
  )
}

/** Which source they draw on is chosen on the sources’ page; here it can be seen and taken away. */
function Source({ search: { cites, drawsOn } }: { search: AnswerSearch }): ReactNode {
  const setAddress = useAddress()
  const chosen = cites ?? drawsOn
  if (chosen === undefined) return null
  const words = chosen === 'own' ? 'Own pages' : chosen
  return (
    <SelectField
      label={cites === undefined ? 'Draws on' : 'Cites'}
      value={chosen}
      choices={filterChoices('All', [{ value: chosen, label: shortened(words) }])}
      onChoice={() => setAddress({ cites: undefined, drawsOn: undefined })}
    />
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
