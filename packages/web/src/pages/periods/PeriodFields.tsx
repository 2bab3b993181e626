import type { ReactNode } from 'react'
import { SelectField, TextField } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { PlatformFilter, TopicFilter } from '../../shell/AddressFilters.tsx'
import { windowText, type Filters } from '../../shell/search.ts'
import { useAddress } from '../../shell/use-address.ts'
import { faultOf, monthAndBefore, toAddress, windowAndBefore, type PeriodQuery, type Periods } from './spans.ts'

const WINDOWS = ['7d', '28d', '90d']
const MONTH = 'month'
const CHOSEN = 'chosen'

type Props = {
  brandId: string
  /** As shown now; undefined until the first answer tells the days. */
  shown: Periods | undefined
  /** Last day with answers. */
  asOf: string | undefined
  isChosen: boolean
  search: Filters & PeriodQuery
}

/** Which days stand against which; all of it is kept in the address. */
export function PeriodFields({ brandId, shown, asOf, isChosen, search }: Props): ReactNode {
  const setAddress = useAddress()
  const { platform, topic } = search
  const clear = (): void =>
    setAddress({
      ...toAddress({ a: { from: '', to: '' }, b: { from: '', to: '' } }),
      platform: undefined,
      topic: undefined,
    })
  const day = (label: string, period: 'a' | 'b', end: 'from' | 'to'): ReactNode => (
    <TextField
      label={label}
      type="date"
      value={shown?.[period][end] ?? ''}
      disabled={shown === undefined}
      error={end === 'to' && shown ? faultOf(shown[period]) : undefined}
      // Half a date is none: the one before stands until the whole is typed.
      onText={(text) =>
        shown && text !== '' && setAddress(toAddress({ ...shown, [period]: { ...shown[period], [end]: text } }))
      }
    />
  )
  return (
    <FilterBar label="Periods" onClear={isChosen || platform !== undefined || topic !== undefined ? clear : undefined}>
      <SelectField
        label="Periods"
        value={presetOf(shown, asOf)}
        choices={[
          ...WINDOWS.map((window) => ({ value: window, label: `Last ${windowText(window)}` })),
          { value: MONTH, label: 'This month and last' },
          { value: CHOSEN, label: 'Chosen days' },
        ]}
        onChoice={(preset) => {
          const periods = asOf === undefined ? undefined : periodsOfPreset(preset, asOf)
          if (periods) setAddress(toAddress(periods))
        }}
      />
      {day('Earlier from', 'a', 'from')}
      {day('Earlier to', 'a', 'to')}
      {day('Later from', 'b', 'from')}
      {day('Later to', 'b', 'to')}
      <PlatformFilter chosen={platform} />
      <TopicFilter brandId={brandId} chosen={topic} />
    </FilterBar>
  )
}

const periodsOfPreset = (preset: string, asOf: string): Periods | undefined =>
  preset === MONTH ? monthAndBefore(asOf) : preset === CHOSEN ? undefined : windowAndBefore(preset, asOf)

/** Which preset the days are; those typed by hand are none. */
function presetOf(shown: Periods | undefined, asOf: string | undefined): string {
  if (!shown || asOf === undefined) return CHOSEN
  const same = JSON.stringify(toAddress(shown))
  return (
    [...WINDOWS, MONTH].find((preset) => {
      const periods = periodsOfPreset(preset, asOf)
      return periods && JSON.stringify(toAddress(periods)) === same
    }) ?? CHOSEN
  )
}
