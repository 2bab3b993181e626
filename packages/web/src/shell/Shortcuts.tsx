import { useState, type ReactNode } from 'react'
import { Dialog } from '../design/Dialog.tsx'
import { CheckField } from '../design/Field.tsx'
import { isMac } from './keys.ts'
import { areLettersOn, brandKeys, turnLetters } from './shortcuts.ts'
import { brandSections } from './sections.ts'
import styles from './Shortcuts.module.css'

/** Every key that does something, and the switch that turns single letters off. */
export default function Shortcuts({ onClose }: { onClose: () => void }): ReactNode {
  const [isOn, setOn] = useState(areLettersOn)
  const turn = (next: boolean): void => {
    turnLetters(next)
    setOn(next)
  }
  const labels = new Map<string, string>(
    brandSections.flatMap(({ pages }) => pages.map(({ to, label }) => [to, label] as const)),
  )
  const places = [
    ...Object.entries(brandKeys).map(([key, to]) => ({ key, label: labels.get(to) ?? to })),
    { key: 'u', label: 'Usage' },
    { key: 't', label: 'Settings' },
  ]
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className={styles['groups']}>
        <Group
          title="Everywhere"
          keys={[
            { keys: [isMac() ? '⌘' : 'Ctrl', 'K'], says: 'Go to a page, a brand or an action' },
            { keys: ['?'], says: 'This list' },
            { keys: ['/'], says: 'To the first filter of the page' },
            { keys: ['Esc'], says: 'Close a dialog' },
            { keys: ['Tab'], says: 'To the next link, button or field' },
          ]}
        />
        <Group title="Go to a page" keys={places.map(({ key, label }) => ({ keys: ['g', key], says: label }))} />
      </div>
      <CheckField
        label="Single letters are shortcuts"
        hint="Turn them off if you speak to your computer or press keys by accident. Kept in this browser."
        isChecked={isOn}
        onCheck={turn}
      />
    </Dialog>
  )
}

function Group({ title, keys }: { title: string; keys: readonly { keys: string[]; says: string }[] }): ReactNode {
  return (
    <section>
      <h3>{title}</h3>
      <dl className={styles['keys']}>
        {keys.map(({ keys: pressed, says }) => (
          <div key={says} className={styles['key']}>
            <dt>
              {pressed.map((one, index) => (
                <span key={one}>
                  {index > 0 && (pressed[0] === 'g' ? ' then ' : ' ')}
                  <kbd>{one}</kbd>
                </span>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
