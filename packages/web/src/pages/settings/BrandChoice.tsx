import type { ReactNode } from 'react'
import { useList } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { CheckField } from '../../design/Field.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { toggled } from '../../format/lists.ts'
import styles from './settings.module.css'

type Props = {
  /** What it restricts: `key`, `webhook`. */
  noun: string
  /** null: all brands, those to come included. */
  brandIds: string[] | null
  onChange: (brandIds: string[] | null) => void
  error?: string | undefined
}

/** All brands, or only some. */
export function BrandChoice({ noun, brandIds, onChange, error }: Props): ReactNode {
  const brands = useList('listBrands', {})
  return (
    <fieldset className={styles['choices']}>
      <legend className={styles['legend']}>Brands</legend>
      <CheckField
        label="All brands"
        hint="Those added later, too."
        isChecked={brandIds === null}
        onCheck={(isAll) => onChange(isAll ? null : [])}
      />
      {brandIds !== null && (
        <Loaded read={brands} lines={2}>
          {(all) => (
            <div className={styles['choices']}>
              {all.map(({ id, name }) => (
                <CheckField
                  key={id}
                  label={name}
                  isChecked={brandIds.includes(id)}
                  onCheck={(isChosen) => onChange(toggled(brandIds, id, isChosen))}
                />
              ))}
              {brands.hasNextPage && (
                <Button size="small" onClick={() => void brands.fetchNextPage()} isBusy={brands.isFetchingNextPage}>
                  Show more brands
                </Button>
              )}
              {brandIds.length === 0 && <p className={styles['soft']}>Choose at least one brand for this {noun}.</p>}
            </div>
          )}
        </Loaded>
      )}
      {error !== undefined && <p role="alert">{error}</p>}
    </fieldset>
  )
}
