export type Way = 'password' | 'link' | 'single sign-on' | 'operator'
export type State = 'unverified' | 'verified'
export type Place = 'same' | 'other'

/** What comes of one way to one account, for the organization where it is a member or for another that invited it. */
type Cell = {
  /** An HTTP status or, of what is no HTTP, `done`; for single sign-on whether somebody is signed in after. */
  answer: number | 'done'
  code?: string
  /** Whether the account is a member of the organization after. */
  isMember: boolean
  verifiedBy: 'operator' | 'provider' | null
  /** Whether what opened the account before opens it after: its session and its password. */
  lives: boolean
  /** As docs/people.md says it. */
  says: string
}

/**
 * What comes of each way to an account; verified ones were by the operator. Tested by `test/slow/who-proved-what.test.ts`, and shown in
 * docs/people.md.
 */
export const table: Record<Way, Record<State, Record<Place, Cell>>> = {
  password: {
    unverified: {
      same: { answer: 200, isMember: true, verifiedBy: null, lives: true, says: 'signed in' },
      other: {
        answer: 403,
        code: 'email_not_verified',
        isMember: false,
        verifiedBy: null,
        lives: true,
        says: 'refused: `email_not_verified`',
      },
    },
    verified: {
      same: { answer: 200, isMember: true, verifiedBy: 'operator', lives: true, says: 'signed in' },
      other: { answer: 200, isMember: true, verifiedBy: 'operator', lives: true, says: 'joins' },
    },
  },
  link: {
    unverified: {
      same: { answer: 409, code: 'conflict', isMember: true, verifiedBy: null, lives: true, says: 'refused: used' },
      other: {
        answer: 401,
        code: 'sign_in_failed',
        isMember: false,
        verifiedBy: null,
        lives: true,
        says: 'refused: asks for the password',
      },
    },
    verified: {
      same: {
        answer: 409,
        code: 'conflict',
        isMember: true,
        verifiedBy: 'operator',
        lives: true,
        says: 'refused: used',
      },
      other: {
        answer: 401,
        code: 'sign_in_failed',
        isMember: false,
        verifiedBy: 'operator',
        lives: true,
        says: 'refused: asks for the password',
      },
    },
  },
  'single sign-on': {
    unverified: {
      same: { answer: 200, isMember: true, verifiedBy: 'provider', lives: false, says: '**verified**, signed in' },
      other: { answer: 200, isMember: true, verifiedBy: 'provider', lives: false, says: '**verified**, joins' },
    },
    verified: {
      same: { answer: 200, isMember: true, verifiedBy: 'operator', lives: true, says: 'signed in' },
      other: { answer: 200, isMember: true, verifiedBy: 'operator', lives: true, says: 'joins' },
    },
  },
  operator: {
    unverified: {
      same: {
        answer: 'done',
        isMember: true,
        verifiedBy: 'operator',
        lives: false,
        says: '**verified** (`member verify`)',
      },
      other: {
        answer: 'done',
        isMember: true,
        verifiedBy: 'operator',
        lives: false,
        says: '**verified**, joins (`member accept`)',
      },
    },
    verified: {
      same: { answer: 'done', isMember: true, verifiedBy: 'operator', lives: true, says: 'nothing changes' },
      other: { answer: 'done', isMember: true, verifiedBy: 'operator', lives: true, says: 'joins' },
    },
  },
}
export const ways = Object.keys(table) as Way[]
export const states: State[] = ['unverified', 'verified']
export const places: Place[] = ['same', 'other']
