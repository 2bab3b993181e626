import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useList, useRead, useWrite } from '../../api/use-api.ts'
import { Badge } from '../../design/Badge.tsx'
import { Button, buttonClass } from '../../design/Button.tsx'
import { Card, Stack } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Facts } from '../../design/Facts.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import { DeleteBrand, EditBrand, type Brand } from './brands/BrandDialogs.tsx'
import { FormError } from './FormError.tsx'
import styles from './settings.module.css'

/** Which brands are measured, and how each is recognised in an answer. */
export default function Brands(): ReactNode {
  const may = useMay()
  const brands = useList('listBrands', {})
  return (
    <>
      <PageHeader title="Brands" lead="What is measured, and how each is recognised in an answer.">
        {may('member') && (
          <Link to="/welcome" className={buttonClass('primary')}>
            Add a brand
          </Link>
        )}
      </PageHeader>
      <Loaded
        read={brands}
        lines={8}
        empty={{
          when: (all) => all.length === 0,
          show: <Empty title="No brands yet">Add one: its name is enough to begin with.</Empty>,
        }}
      >
        {(all) => (
          <Stack>
            <Places />
            {all.map((brand) => (
              <BrandCard key={brand.id} brand={brand} />
            ))}
            <ShowMore list={brands} shown={all.length} noun="brands" />
          </Stack>
        )}
      </Loaded>
    </>
  )
}

function Places(): ReactNode {
  const usage = useRead('getUsage', {})
  if (!usage.data) return null
  const { used, limit } = usage.data.allowances.brands
  return (
    <p className={styles['soft']}>{limit === null ? `${used} brands` : `${used} of ${limit} brands of the plan`}</p>
  )
}

function BrandCard({ brand }: { brand: Brand }): ReactNode {
  const may = useMay()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const making = useWrite('updateBrand', { changes: ['listBrands', 'getBrand', 'getOrganization'] })
  return (
    <Card
      title={
        <Link to="/brands/$brandId" params={{ brandId: brand.id }}>
          {brand.name}
        </Link>
      }
      aside={
        <>
          {brand.isDefault && <Badge tone="accent">Default</Badge>}
          {brand.status === 'paused' && <Badge tone="warn">Paused: above the plan’s brands</Badge>}
        </>
      }
      actions={
        may('member') && (
          <>
            {!brand.isDefault && (
              <Button
                size="small"
                isBusy={making.isPending}
                onClick={() => making.mutate({ params: { id: brand.id }, body: { isDefault: true } })}
                aria-label={`Make default: ${brand.name}`}
              >
                Make default
              </Button>
            )}
            <Button size="small" onClick={() => setOpen('edit')} aria-label={`Edit ${brand.name}`}>
              Edit
            </Button>
            <Button size="small" look="danger" onClick={() => setOpen('delete')} aria-label={`Delete ${brand.name}`}>
              Delete
            </Button>
          </>
        )
      }
    >
      <FormError error={making.error} />
      <Facts
        facts={[
          { name: 'Other names', value: brand.aliases.join(', ') || 'None' },
          brand.excludedNames.length > 0 && { name: 'Never counts', value: brand.excludedNames.join(', ') },
          { name: 'Own domains', value: brand.domains.join(', ') || 'None' },
          { name: 'Letter case', value: brand.caseSensitive ? 'Only as written' : 'Any' },
          {
            name: 'Measured',
            value: (
              <Link to="/settings/schedule" search={{ brandId: brand.id }}>
                Schedule and platforms
              </Link>
            ),
          },
        ]}
      />
      {open === 'edit' && <EditBrand brand={brand} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteBrand brand={brand} onClose={() => setOpen(null)} />}
    </Card>
  )
}
