import type { Default } from './columns.ts'

/** How people sign in. */
export type IdentityTables = {
  login: LoginTable
  recovery_code: { person_id: string; hash: Buffer }
  web_session: WebSessionTable
  password_reset: { token_hash: Buffer; person_id: string; expires_at: Date }
  provider_identity: { issuer: string; subject: string; person_id: string }
  sign_in_attempt: { subject: Buffer; tries: number; ends_at: Date }
  installation: { is_it: Default<boolean>; claimed_at: Date }
}

type LoginTable = {
  person_id: string
  password: Default<string | null>
  password_changed_at: Default<Date | null>
  second_factor: Default<Buffer | null>
  second_factor_at: Default<Date | null>
  second_factor_step: Default<number>
}

type WebSessionTable = {
  token_hash: Buffer
  id: string
  person_id: string
  created_at: Date
  seen_at: Date
  expires_at: Date
  user_agent: string
  address: string
}
