import { Popover } from 'radix-ui'
import { useRef, useState, type ReactNode } from 'react'
import styles from './AnswerText.module.css'
import { MentionReason } from './MentionReason.tsx'
import { cutIntoPieces, type Span } from './pieces.ts'
import { mentionId, type Answer } from './words.ts'

type Props = { text: string; mentions: Answer['mentions']; passage: Span | null }

/** The answer word for word, as text and nothing else. Names are marked where the reading found them. */
export function AnswerText({ text, mentions, passage }: Props): ReactNode {
  const [at, setAt] = useState<number | null>(null)
  const anchor = useRef<HTMLElement>(null)
  const leaving = useRef<number | undefined>(undefined)
  const show = (index: number, element: HTMLElement): void => {
    clearTimeout(leaving.current)
    anchor.current = element
    setAt(index)
  }
  // Time to move the pointer from the name to its reason.
  const leave = (): void => {
    leaving.current = setTimeout(() => setAt(null), 200)
  }
  const shown = at === null ? undefined : mentions[at]
  return (
    <Popover.Root open={shown !== undefined} onOpenChange={(isOpen) => !isOpen && setAt(null)}>
      <Popover.Anchor virtualRef={anchor} />
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
              className={[styles['mention'], styles[mention.kind]].join(' ')}
              aria-describedby={mentionId(index)}
              onPointerEnter={({ currentTarget, pointerType }) => pointerType === 'mouse' && show(index, currentTarget)}
              onPointerLeave={({ pointerType }) => pointerType === 'mouse' && leave()}
              onFocus={({ currentTarget }) => show(index, currentTarget)}
              onBlur={leave}
              onClick={({ currentTarget }) => show(index, currentTarget)}
            >
              {words}
            </button>
          )
        })}
      </div>
      <Popover.Portal>
        <Popover.Content
          className={styles['reason']}
          sideOffset={6}
          collisionPadding={12}
          aria-label="Why this counts"
          // The focus stays in the text, so that Tab goes on to the next name.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onPointerEnter={() => clearTimeout(leaving.current)}
          onPointerLeave={leave}
        >
          {shown && <MentionReason mention={shown} />}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
