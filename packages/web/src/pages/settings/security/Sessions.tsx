import { useState, type ReactNode } from 'react'
import type { EntryOf } from '../../../api/contract.ts'
import { useRead, useWrite } from '../../../api/use-api.ts'
import { Badge } from '../../../design/Badge.tsx'
import { Button } from '../../../design/Button.tsx'
import { Card } from '../../../design/Card.tsx'
import { Loaded } from '../../../design/Loaded.tsx'
import { LongTable } from '../../../design/LongTable.tsx'
import { agoText, instantText } from '../../../format/times.ts'
import { FormError } from '../FormError.tsx'
import styles from '../settings.module.css'

type LiveSession = EntryOf<'listSessions'>

/** Where one is signed in. Browsers name themselves: their words are shown as text. */
export function Sessions(): ReactNode {
  const sessions = useRead('listSessions', {})
  const ending = useWrite('endSession', { changes: ['listSessions'] })
  const [nowMs] = useState(Date.now)
  return (
    <Card title="Where you are signed in">
      <FormError error={ending.error} />
      <Loaded read={sessions}>
        {({ data }) => (
          <LongTable<LiveSession>
            caption="Sessions, the latest first"
            rows={data}
            rowId={({ id }) => id}
            columns={[
              {
                id: 'browser',
                title: 'Browser',
                isRowTitle: true,
                cell: ({ userAgent, isCurrent }) => (
                  <>
                    {browserName(userAgent)} {isCurrent && <Badge tone="accent">This one</Badge>}
                    <span className={styles['soft']}>{userAgent}</span>
                  </>
                ),
              },
              { id: 'address', title: 'From', cell: ({ address }) => address },
              { id: 'begun', title: 'Signed in', cell: ({ createdAt }) => instantText(createdAt) },
              { id: 'seen', title: 'Last seen', cell: ({ lastSeenAt }) => agoText(lastSeenAt, nowMs) },
              {
                id: 'end',
                title: <span className="visually-hidden">Actions</span>,
                cell: ({ id, isCurrent, userAgent }) =>
                  !isCurrent && (
                    <Button
                      size="small"
                      look="danger"
                      isBusy={ending.isPending && ending.variables.params.id === id}
                      onClick={() => ending.mutate({ params: { id } })}
                      aria-label={`End the session in ${browserName(userAgent)}`}
                    >
                      End
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}

/** The best known names; the whole line stands below it. */
function browserName(userAgent: string): string {
  const known: [RegExp, string][] = [
    [/Edg\//, 'Edge'],
    [/Firefox\//, 'Firefox'],
    [/Chrom(e|ium)\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]
  return known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Another program'
}
