import type { ReactNode } from 'react'
import type { EntryOf } from '../../../api/contract.ts'
import { useMay, usePresent } from '../../../api/session.ts'
import { Badge } from '../../../design/Badge.tsx'
import { Button } from '../../../design/Button.tsx'
import { LongTable } from '../../../design/LongTable.tsx'
import type { Column } from '../../../design/Table.tsx'
import { dayAndYear } from '../../../format/times.ts'
import styles from '../settings.module.css'
import { roleWords } from './role-words.ts'

export type Member = EntryOf<'listMembers'>
type Props = {
  members: readonly Member[]
  onChange: (member: Member) => void
  onRemove: (member: Member) => void
  onLeave: () => void
}

export function MemberTable({ members, onChange, onRemove, onLeave }: Props): ReactNode {
  const { session, organization } = usePresent()
  const may = useMay()
  // Only an owner changes or removes owners.
  const mayManage = (member: Member): boolean =>
    may('admin') && (member.role !== 'owner' || organization.role === 'owner')
  const columns: Column<Member>[] = [
    {
      id: 'name',
      title: 'Person',
      isRowTitle: true,
      cell: ({ personId, name, email, isEmailVerified }) => (
        <>
          {name} {personId === session.person.id && <Badge tone="accent">You</Badge>}{' '}
          {!isEmailVerified && <Badge tone="warn">Unverified</Badge>}
          <span className={styles['soft']}>{email}</span>
        </>
      ),
    },
    { id: 'role', title: 'Role', cell: ({ role }) => roleWords[role].label },
    { id: 'joined', title: 'Joined', cell: ({ joinedAt }) => dayAndYear(joinedAt.slice(0, 10)) },
    {
      id: 'actions',
      title: <span className="visually-hidden">Actions</span>,
      cell: (member) => (
        <div className={styles['tools']}>
          {mayManage(member) && (
            <Button size="small" onClick={() => onChange(member)} aria-label={`Change role of ${member.name}`}>
              Change role
            </Button>
          )}
          {member.personId === session.person.id ? (
            <Button size="small" look="danger" onClick={onLeave}>
              Leave
            </Button>
          ) : (
            mayManage(member) && (
              <Button size="small" look="danger" onClick={() => onRemove(member)} aria-label={`Remove ${member.name}`}>
                Remove
              </Button>
            )
          )}
        </div>
      ),
    },
  ]
  return <LongTable caption="Members" columns={columns} rows={members} rowId={({ personId }) => personId} />
}
