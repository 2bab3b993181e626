import { useState, type ReactNode } from 'react'
import { useRead } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { CopyBlock } from '../../design/CopyBlock.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { counted } from '../../format/numbers.ts'
import styles from './RawReply.module.css'

/** More of it makes a browser slow; the rest is the API's to give. */
const SHOWN = 200_000

/** What the platform sent, byte for byte; often a hundred times the text, so only on request. */
export function RawReply({ answerId }: { answerId: string }): ReactNode {
  const [isAsked, setAsked] = useState(false)
  const reply = useRead('getAnswerReply', { params: { id: answerId } }, { enabled: isAsked })
  return (
    <div data-print={isAsked ? undefined : 'no'}>
      <Card
        title="Raw reply"
        note="What the platform sent, before anything was read from it."
        actions={
          !isAsked && (
            <Button size="small" onClick={() => setAsked(true)}>
              Show the raw reply
            </Button>
          )
        }
      >
        {isAsked && (
          <Loaded read={reply}>
            {({ replies }) =>
              replies === null || replies.length === 0 ? (
                <p>
                  Nothing was received for it: imported answers and questions that could not be asked have no reply.
                </p>
              ) : (
                <div className={styles['replies']}>
                  {replies.map((text, index) => (
                    <div key={index} className={styles['reply']}>
                      <CopyBlock
                        label={`Reply ${index + 1} of ${replies.length}, ${counted(text.length, 'character')}`}
                        text={
                          text.length > SHOWN
                            ? `${text.slice(0, SHOWN)}\n… the rest: GET /answers/${answerId}/reply`
                            : text
                        }
                      />
                    </div>
                  ))}
                </div>
              )
            }
          </Loaded>
        )}
      </Card>
    </div>
  )
}
