import type { ReactNode } from 'react'
import { choicesOf, filterChoices } from '../../design/choices.ts'
import { SelectField } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { PlatformFilter } from '../../shell/AddressFilters.tsx'
import { useAddress } from '../../shell/use-address.ts'
import { ownerWords, type SourcesQuery, type View } from './asked.ts'

/** Those filters that the view knows. */
export function SourceFilters({ view, asked }: { view: View; asked: SourcesQuery }): ReactNode {
  const change = useAddress()
  const { platform, owner, domain, by } = asked
  const isFiltered = platform !== undefined || owner !== undefined || domain !== undefined
  return (
    <FilterBar
      label="Filters"
      onClear={isFiltered ? () => change({ platform: undefined, owner: undefined, domain: undefined }) : undefined}
    >
      <PlatformFilter chosen={platform} />
      {view === 'cited' && (
        <SelectField
          label="Whose"
          value={owner ?? ''}
          choices={filterChoices('Anybody’s', choicesOf(ownerWords))}
          onChoice={(next) => change({ owner: next })}
        />
      )}
      {view !== 'searches' && domain === undefined && (
        <SelectField
          label="One line for each"
          value={by}
          choices={[
            { value: 'domain', label: 'Domain' },
            { value: 'page', label: 'Page' },
          ]}
          onChoice={(next) => change({ by: next === 'page' ? 'page' : undefined })}
        />
      )}
    </FilterBar>
  )
}
