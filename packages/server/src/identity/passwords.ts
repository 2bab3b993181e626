import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { Problem } from '@sightline/sdk'
import { createFairSemaphore } from '../base/fairness/fair-semaphore.ts'
import { isCommonPassword } from './common-passwords.ts'

/** OWASP's for argon2id: 19 MiB, two passes, one lane. Stated in each hash, so that a stronger choice needs no migration. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** @returns `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, salt and hash in base 64 without padding */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const derived = await derive(password, salt, PARAMETERS)
  const { memory, passes, parallelism } = PARAMETERS
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(derived)}`
}

/** Takes as long for an account that there is not, or that has no password, as for one that has. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const { memory, passes, parallelism, salt, derived } = partsOf(stored ?? NOBODYS)
  const given = await derive(password, salt, { memory, passes, parallelism })
  return timingSafeEqual(given, derived) && stored !== null
}

/** @throws Problem validation_failed for one of those that are tried first */
export function refuseCommonPassword(password: string, { email, field }: { email: string; field: string }): void {
  if (!isCommonPassword(password, email)) return
  const message = 'This is one of the passwords that are guessed first. Choose another, for example four random words.'
  throw new Problem('validation_failed', { message, details: [{ path: field, code: 'common_password', message }] })
}

const deriveKey = promisify(argon2)

/** Each takes 19 MiB and a processor for some 50 ms: a burst of sign-ins waits in line instead of slowing everybody down. */
const DERIVED_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2))
const derivations = createFairSemaphore({ ofAll: DERIVED_AT_ONCE })
/** Nobody is preferred: whose password it is is not known yet. */
const EVERYBODY = ''

async function derive(password: string, nonce: Buffer, parameters: typeof PARAMETERS): Promise<Buffer> {
  // Two ways to type the same letter are the same letter (NIST SP 800-63B).
  const message = password.normalize('NFKC')
  await derivations.take(EVERYBODY)?.begun
  try {
    return await deriveKey('argon2id', { message, nonce, tagLength: HASH_BYTES, ...parameters })
  } finally {
    derivations.leave(EVERYBODY)
  }
}

/** The hash of no password. */
const NOBODYS = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/

function partsOf(stored: string) {
  const [, memory, passes, parallelism, salt = '', derived = ''] = FORM.exec(stored) ?? []
  if (derived === '') throw new Error('A stored password is no argon2id hash.')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    derived: Buffer.from(derived, 'base64'),
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
