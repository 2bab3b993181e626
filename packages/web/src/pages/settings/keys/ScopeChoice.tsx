import type { ReactNode } from 'react'
import { Button } from '../../../design/Button.tsx'
import { CheckField } from '../../../design/Field.tsx'
import { toggled } from '../../../format/lists.ts'
import styles from '../settings.module.css'
import { isSame, presets, scopeGroups, type Scope } from './scope-words.ts'

type Props = { scopes: readonly Scope[]; onChange: (scopes: Scope[]) => void; error?: string | undefined }

/** What a key may do: a ready set with one press, or each by itself. */
export function ScopeChoice({ scopes, onChange, error }: Props): ReactNode {
  return (
    <fieldset className={styles['choices']}>
      <legend className={styles['legend']}>What it may do</legend>
      <div className={styles['tools']} role="group" aria-label="Ready sets">
        {Object.values(presets).map((preset) => (
          <Button
            key={preset.label}
            size="small"
            aria-pressed={isSame(preset.scopes, scopes)}
            onClick={() => onChange([...preset.scopes])}
          >
            {preset.label}
          </Button>
        ))}
      </div>
      <div className={styles['groups']}>
        {scopeGroups.map(({ group, scopes: ofGroup }) => (
          <div key={group} role="group" aria-label={group}>
            <p className={styles['groupTitle']} aria-hidden="true">
              {group}
            </p>
            <div className={styles['choices']}>
              {ofGroup.map(({ scope, says }) => (
                <CheckField
                  key={scope}
                  label={says}
                  hint={<code>{scope}</code>}
                  isChecked={scopes.includes(scope)}
                  onCheck={(isChosen) => onChange(toggled(scopes, scope, isChosen))}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      {error !== undefined && <p role="alert">{error}</p>}
    </fieldset>
  )
}
