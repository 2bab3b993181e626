import { useState, type ReactNode } from 'react'
import { CopyBlock } from '../../../design/CopyBlock.tsx'
import { SelectField } from '../../../design/Field.tsx'
import styles from '../settings.module.css'
import { readyBlocks } from './ready-blocks.ts'

/** The key as one of many tools takes it: one is chosen, its block can be copied. */
export function ReadyBlocks({ apiKey }: { apiKey: string }): ReactNode {
  const blocks = readyBlocks(apiKey, `${location.origin}/api/v1`)
  const [chosen, setChosen] = useState('curl')
  const block = blocks.find(({ id }) => id === chosen)
  return (
    <div className={styles['block']}>
      <SelectField
        label="Use it in"
        hint={block?.note}
        value={chosen}
        choices={blocks.map(({ id, label }) => ({ value: id, label }))}
        onChoice={setChosen}
      />
      {/* By its key a new block, so that “Copied” is said of this one. */}
      {block && <CopyBlock key={block.id} label={block.label} text={block.text} />}
    </div>
  )
}
