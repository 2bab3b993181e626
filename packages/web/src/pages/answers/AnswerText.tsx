import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './AnswerText.module.css'
import { MentionReason } from './MentionReason.tsx'
import { cutIntoPieces, type TextRange } from './pieces.ts'
import { mentionId, type Answer } from './words.ts'

type Props = { text: string; mentions: Answer['mentions']; passage: TextRange | null }

/** Time to move the pointer from a name to its reason. */
const LEAVING_MS = 200

/** The answer word for word, as text and nothing else. Names are marked where the reading found them. */
export function AnswerText({ text, mentions, passage }: Props): ReactNode {
  const [at, setAt] = useState<number | null>(null)
  const leaving = useRef<number | undefined>(undefined)
  const stay = (): void => clearTimeout(leaving.current)
  const leave = (): void => {
    stay()
    leaving.current = setTimeout(() => setAt(null), LEAVING_MS)
  }
  const show = (index: number): void => {
    stay()
    setAt(index)
  }
  const shown = at === null ? undefined : mentions[at]
  return (
    <>
      <div className={styles['text']} dir="auto">
        {cutIntoPieces(text, mentions, passage).map((piece) => {
          const mention = piece.mention === null ? undefined : mentions[piece.mention]
          const words = piece.isPassage ? <mark className={styles['passage']}>{piece.text}</mark> : piece.text
          if (mention === undefined || piece.mention === null) return <span key={piece.start}>{words}</span>
          const index = piece.mention
          return (
            <button
              key={piece.start}
              type="button"
              data-print="words"
              className={[styles['mention'], styles[mention.kind], index === at && styles['shown']]
                .filter(Boolean)
                .join(' ')}
              aria-describedby={mentionId(index)}
              onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show(index)}
              onPointerLeave={({ pointerType }) => pointerType === 'mouse' && leave()}
              onFocus={() => show(index)}
              onBlur={leave}
              onClick={() => show(index)}
            >
              {words}
            </button>
          )
        })}
      </div>
      <Reason isShown={shown !== undefined} onStay={stay} onLeave={leave} onClose={() => setAt(null)}>
        {shown && <MentionReason mention={shown} />}
      </Reason>
    </>
  )
}

type ReasonProps = {
  isShown: boolean
  onStay: () => void
  onLeave: () => void
  onClose: () => void
  children: ReactNode
}

/** Beside the name that is looked at, by style sheet. The focus stays in the text, so that Tab goes on to the next name. */
function Reason({ isShown, onStay, onLeave, onClose, children }: ReasonProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.togglePopover(isShown)
    if (!isShown) return
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  return (
    <div
      ref={box}
      popover="manual"
      // The same words stand below the text, and describe the name to who cannot see this box.
      aria-hidden="true"
      className={styles['reason']}
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
    >
      {children}
    </div>
  )
}
