import type { Actor, Role } from '@sightline/sdk'
import type { Default, Json } from './columns.ts'

/** Who works in an organization, who is asked to, and what its people should know. */
export type PeopleTables = {
  person: PersonTable
  membership: { organization_id: string; person_id: string; role: Role; created_at: Date }
  invitation: InvitationTable
  notice: NoticeTable
}

type PersonTable = {
  id: string
  email: string
  name: string
  created_at: Default<Date>
  /** Both null: nobody has vouched for the address. */
  verified_at: Default<Date | null>
  verified_by: Default<'provider' | 'operator' | null>
}

type InvitationTable = {
  organization_id: string
  id: string
  email: string
  role: Role
  token_hash: Buffer
  invited_by: Json<Actor>
  created_at: Date
  expires_at: Date
  accepted_at: Default<Date | null>
  accepted_by: Default<string | null>
  revoked_at: Default<Date | null>
}

type NoticeTable = {
  organization_id: string
  kind: string
  subject: string
  at: Date
  facts: Json<Record<string, unknown>>
}
