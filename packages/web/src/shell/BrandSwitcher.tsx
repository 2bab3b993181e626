import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../api/session.ts'
import { useList } from '../api/use-api.ts'
import { SelectField } from '../design/Field.tsx'
import styles from './BrandSwitcher.module.css'
import { useBrandId } from './use-brand-id.ts'

const NEW = 'new'

/** Which brand is looked at; a new one where the role allows it. */
export function BrandSwitcher(): ReactNode {
  const brands = useList('listBrands', {})
  const brandId = useBrandId()
  const navigate = useNavigate()
  const may = useMay()
  if (brands.isPending) return <div className={styles['kept']} />
  if (!brands.data || brandId === undefined) return null
  const choices = [
    ...brands.data.map(({ id, name, status }) => ({
      value: id,
      label: status === 'active' ? name : `${name} (${status})`,
    })),
    ...(may('member') ? [{ value: NEW, label: 'Add a brand …' }] : []),
  ]
  return (
    <SelectField
      label="Brand"
      isLabelHidden
      choices={choices}
      value={brandId}
      onChoice={(id) =>
        void (id === NEW ? navigate({ to: '/welcome' }) : navigate({ to: '/brands/$brandId', params: { brandId: id } }))
      }
    />
  )
}
