import type { ReactNode } from 'react'
import { useRead } from '../api/use-api.ts'
import { useTopics } from '../api/use-topics.ts'
import { filterChoices } from '../design/choices.ts'
import { SelectField } from '../design/Field.tsx'
import { useAddress } from './use-address.ts'

/** One of the platforms, or all; kept in the address. */
export function PlatformFilter({ chosen }: { chosen: string | undefined }): ReactNode {
  const change = useAddress()
  const platforms = useRead('listPlatforms', {})
  const known = platforms.data?.data.map(({ slug, label }) => ({ value: slug, label })) ?? []
  return (
    <SelectField
      label="Platform"
      value={chosen ?? ''}
      choices={filterChoices('All platforms', known, chosen)}
      onChoice={(platform) => change({ platform })}
    />
  )
}

/** One of the brand's topics, or all; kept in the address. */
export function TopicFilter({
  brandId,
  chosen,
  isLabelHidden = false,
}: {
  brandId: string
  chosen: string | undefined
  isLabelHidden?: boolean
}): ReactNode {
  const change = useAddress()
  const topics = useTopics(brandId, chosen)
  return (
    <SelectField
      label="Topic"
      isLabelHidden={isLabelHidden}
      value={chosen ?? ''}
      choices={filterChoices(
        'All topics',
        topics.map((value) => ({ value, label: value })),
      )}
      onChoice={(topic) => change({ topic })}
    />
  )
}
