import { useState, type ReactNode } from 'react'
import type { EntryOf } from '../../../api/contract.ts'
import { useList, useWrite } from '../../../api/use-api.ts'
import { Badge, type BadgeTone } from '../../../design/Badge.tsx'
import { Button } from '../../../design/Button.tsx'
import { Card } from '../../../design/Card.tsx'
import { Confirm } from '../../../design/Dialog.tsx'
import { Empty } from '../../../design/Empty.tsx'
import { Loaded } from '../../../design/Loaded.tsx'
import { LongTable } from '../../../design/LongTable.tsx'
import { ShowMore } from '../../../design/ShowMore.tsx'
import type { Column } from '../../../design/Table.tsx'
import { dayAndYear, instantText } from '../../../format/times.ts'
import { roleWords } from './role-words.ts'

type Invitation = EntryOf<'listInvitations'>

/** Who was invited, and what became of it. The links themselves are shown when they are made, and never again. */
export function Invitations(): ReactNode {
  const invitations = useList('listInvitations', {})
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  return (
    <Card
      title="Invitations"
      note="An open one takes a seat. Its link was shown when it was made; make another if it is lost."
    >
      <Loaded
        read={invitations}
        empty={{
          when: (all) => all.length === 0,
          show: <Empty title="Nobody is invited">Invite somebody, and hand the link on yourself.</Empty>,
        }}
      >
        {(all) => (
          <>
            <LongTable
              caption="Invitations, newest first"
              columns={columns(setRevoking)}
              rows={all}
              rowId={({ id }) => id}
            />
            <ShowMore list={invitations} shown={all.length} noun="invitations" />
          </>
        )}
      </Loaded>
      {revoking && <Revoke invitation={revoking} onClose={() => setRevoking(null)} />}
    </Card>
  )
}

const columns = (onRevoke: (invitation: Invitation) => void): Column<Invitation>[] => [
  { id: 'email', title: 'E-mail', isRowTitle: true, cell: ({ email }) => email },
  { id: 'role', title: 'Role', cell: ({ role }) => roleWords[role].label },
  { id: 'made', title: 'Made', cell: ({ createdAt }) => dayAndYear(createdAt.slice(0, 10)) },
  { id: 'until', title: 'Good until', cell: ({ expiresAt }) => instantText(expiresAt) },
  {
    id: 'status',
    title: 'State',
    cell: ({ status }) => <Badge tone={TONES[status]}>{WORDS[status]}</Badge>,
  },
  {
    id: 'actions',
    title: <span className="visually-hidden">Actions</span>,
    cell: (invitation) =>
      invitation.status === 'open' && (
        <Button
          size="small"
          look="danger"
          onClick={() => onRevoke(invitation)}
          aria-label={`Take back the invitation of ${invitation.email}`}
        >
          Take back
        </Button>
      ),
  },
]

const WORDS: Record<Invitation['status'], string> = {
  open: 'Open',
  accepted: 'Accepted',
  revoked: 'Taken back',
  expired: 'Expired',
}
const TONES: Record<Invitation['status'], BadgeTone> = {
  open: 'accent',
  accepted: 'good',
  revoked: 'plain',
  expired: 'plain',
}

function Revoke({ invitation, onClose }: { invitation: Invitation; onClose: () => void }): ReactNode {
  const revoking = useWrite('revokeInvitation', {
    changes: ['listInvitations', 'getUsage', 'listAuditEntries'],
    onDone: onClose,
  })
  return (
    <Confirm
      title="Take the invitation back?"
      action="Take it back"
      isBusy={revoking.isPending}
      error={revoking.error?.message}
      onConfirm={() => revoking.mutate({ params: { id: invitation.id } })}
      onClose={onClose}
    >
      <p>The link of {invitation.email} stops working at once, and the seat is free again.</p>
    </Confirm>
  )
}
