import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useList, useRead } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Card, Stack } from '../../design/Card.tsx'
import { Facts } from '../../design/Facts.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Notice } from '../../design/Notice.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import { useOpened } from '../../shell/use-opened.ts'
import { Invitations } from './members/Invitations.tsx'
import { Invite } from './members/Invite.tsx'
import { ChangeRole, Leave, RemoveMember } from './members/MemberDialogs.tsx'
import { MemberTable, type Member } from './members/MemberTable.tsx'
import { roleWords } from './members/role-words.ts'

type Open = { what: 'invite' | 'leave' } | { what: 'change' | 'remove'; member: Member }

/** Who works here, and who is invited. */
export default function Members(): ReactNode {
  const may = useMay()
  const members = useList('listMembers', {})
  const [open, setOpen] = useState<Open | null>(null)
  useOpened('invite', () => setOpen({ what: 'invite' }))
  const close = (): void => setOpen(null)
  return (
    <>
      <PageHeader title="Members" lead="Who works in this organization, and what each may do.">
        {may('admin') && (
          <Button look="primary" onClick={() => setOpen({ what: 'invite' })}>
            Invite somebody
          </Button>
        )}
      </PageHeader>
      <Stack>
        <Card title="People" note={<Seats />}>
          <Loaded read={members} lines={4}>
            {(all) => (
              <>
                <MemberTable
                  members={all}
                  onChange={(member) => setOpen({ what: 'change', member })}
                  onRemove={(member) => setOpen({ what: 'remove', member })}
                  onLeave={() => setOpen({ what: 'leave' })}
                />
                <ShowMore list={members} shown={all.length} noun="members" />
                {all.some(({ isEmailVerified }) => !isEmailVerified) && (
                  <Notice>
                    Unverified: nobody has confirmed that the address is theirs. They work in this organization only.
                    Signing in by single sign-on verifies an address; so does the operator, with{' '}
                    <code>sightline member verify</code>.
                  </Notice>
                )}
              </>
            )}
          </Loaded>
        </Card>
        {may('admin') && <Invitations />}
        <Card title="What each role may do">
          <Facts facts={Object.values(roleWords).map(({ label, says }) => ({ name: label, value: says }))} />
        </Card>
      </Stack>
      {open?.what === 'invite' && <Invite onClose={close} />}
      {open?.what === 'leave' && <Leave onClose={close} />}
      {open?.what === 'change' && <ChangeRole member={open.member} onClose={close} />}
      {open?.what === 'remove' && <RemoveMember member={open.member} onClose={close} />}
    </>
  )
}

function Seats(): ReactNode {
  const usage = useRead('getUsage', {})
  if (!usage.data) return 'Members and open invitations take seats of the plan.'
  const { used, limit } = usage.data.allowances.seats
  return (
    <>
      {limit === null ? `${used} seats used; the plan does not limit them.` : `${used} of ${limit} seats used.`}{' '}
      {limit !== null && used >= limit && (
        <>
          Nobody else can be invited: <Link to="/settings/plan">see the plans</Link>.
        </>
      )}
    </>
  )
}
