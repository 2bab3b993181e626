import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useList, useRead } from '../../api/use-api.ts'
import { Card, Stack } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { SelectField } from '../../design/Field.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { instantText } from '../../format/times.ts'
import { useAddress } from '../../shell/use-address.ts'
import { defaultBrand } from '../../shell/use-brand-id.ts'
import { ScheduleFacts } from './schedule/ScheduleFacts.tsx'
import { ScheduleForm } from './schedule/ScheduleForm.tsx'
import styles from './settings.module.css'

/** When each brand is measured, where, and what that comes to. */
export default function Schedule(): ReactNode {
  const { brandId: asked } = useSearch({ from: '/signed-in/shell/settings/schedule' })
  const setAddress = useAddress()
  const brands = useList('listBrands', { query: { limit: 100 } })
  return (
    <>
      <PageHeader title="Schedule and platforms" lead="When a brand is measured by itself, and on which platforms." />
      <Loaded
        read={brands}
        lines={8}
        empty={{
          when: (all) => all.length === 0,
          show: (
            <Empty title="No brands yet">
              <Link to="/welcome">Add a brand</Link> first; then it can be measured every day.
            </Empty>
          ),
        }}
      >
        {(all) => {
          const brand = all.find(({ id }) => id === asked) ?? defaultBrand(all)
          return (
            brand && (
              <Stack>
                {all.length > 1 && (
                  <SelectField
                    label="Brand"
                    value={brand.id}
                    choices={all.map(({ id, name }) => ({ value: id, label: name }))}
                    onChoice={(id) => setAddress({ brandId: id })}
                  />
                )}
                <OneSchedule key={brand.id} brandId={brand.id} name={brand.name} isPaused={brand.status === 'paused'} />
              </Stack>
            )
          )
        }}
      </Loaded>
    </>
  )
}

type Props = { brandId: string; name: string; isPaused: boolean }

function OneSchedule({ brandId, name, isPaused }: Props): ReactNode {
  const may = useMay()
  const schedule = useRead('getSchedule', { params: { id: brandId } })
  return (
    <Card
      title={name}
      note={isPaused ? 'Paused: it is above the plan’s number of brands and is not measured.' : undefined}
    >
      <Loaded read={schedule} lines={8}>
        {(value) => (
          <div className={styles['block']}>
            <p>
              {value.isOn && value.nextRunAt !== null ? (
                <>
                  Next run: <time dateTime={value.nextRunAt}>{instantText(value.nextRunAt)}</time>.
                </>
              ) : (
                'No run is scheduled.'
              )}{' '}
              <Link to="/brands/$brandId/runs" params={{ brandId }}>
                All runs
              </Link>
            </p>
            {may('member') ? <ScheduleForm schedule={value} /> : <ScheduleFacts schedule={value} />}
          </div>
        )}
      </Loaded>
    </Card>
  )
}
