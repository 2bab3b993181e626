import type { ReactNode } from 'react'
import { Button } from '../../design/Button.tsx'
import { CopyBlock } from '../../design/CopyBlock.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { FormActions } from '../../design/Field.tsx'
import { Notice } from '../../design/Notice.tsx'
import styles from './settings.module.css'

type Props = {
  title: string
  /** What to do with it, now. */
  words: ReactNode
  label: string
  secret: string
  /** The button's words: nothing else ends the dialog. */
  done?: string
  onClose: () => void
  /** What it is good for. */
  children?: ReactNode
}

/** Something that is shown this once. */
export function SecretDialog({
  title,
  words,
  label,
  secret,
  done = 'I have copied it',
  onClose,
  children,
}: Props): ReactNode {
  return (
    <Dialog title={title} onClose={onClose} isClosable={false}>
      <div className={styles['block']}>
        <Notice kind="warn" isLive>
          {words}
        </Notice>
        <CopyBlock label={label} text={secret} />
        {children}
        <FormActions>
          <Button look="primary" onClick={onClose}>
            {done}
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}
