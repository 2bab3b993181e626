import { z } from 'zod'

/** The kinds of things that have an id, by the prefix that the id wears. */
export const idPrefixes = {
  organization: 'org',
  person: 'usr',
  session: 'ses',
  invitation: 'inv',
  key: 'key',
  brand: 'brd',
  competitor: 'cmp',
  prompt: 'prm',
  run: 'run',
  answer: 'ans',
  recommendation: 'rec',
  webhook: 'whk',
  event: 'evt',
  delivery: 'dlv',
  request: 'req',
} as const
export type IdKind = keyof typeof idPrefixes

/** Crockford's base 32 in lower case: sorts like the bytes it stands for. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const SUFFIX_LENGTH = 26

/**
 * A TypeID: prefix, `_`, and a UUIDv7 in 26 base-32 characters. Opaque to clients, sortable by the instant it carries.
 * @param atMs the instant it carries, in milliseconds since 1970
 * @param randomBytes ten bytes of chance; the platform's generator by default
 */
export function newId(kind: IdKind, atMs: number, randomBytes = crypto.getRandomValues(new Uint8Array(10))): string {
  const time = BigInt(Math.max(0, Math.trunc(atMs)))
  let bits = time << 80n
  bits |= 0x7n << 76n
  randomBytes.forEach((byte, index) => {
    bits |= BigInt(byte) << BigInt(8 * (9 - index))
  })
  // UUIDv7 fixes four version bits (7) and two variant bits (10); the other 74 of the 80 are chance.
  bits = (bits & ~(0xfn << 76n)) | (0x7n << 76n)
  bits = (bits & ~(0x3n << 62n)) | (0x2n << 62n)
  return `${idPrefixes[kind]}_${base32(bits)}`
}

function base32(bits: bigint): string {
  let text = ''
  for (let index = SUFFIX_LENGTH - 1; index >= 0; index -= 1)
    text += ALPHABET[Number((bits >> BigInt(index * 5)) & 31n)]
  return text
}

/** The schema of an id of one kind, as it stands in bodies and addresses. */
export const id = (kind: IdKind) =>
  z
    .string()
    .regex(
      new RegExp(`^${idPrefixes[kind]}_[0-7][${ALPHABET}]{25}$`),
      `Must be an id of the form ${idPrefixes[kind]}_….`,
    )
    .meta({ description: `Id of a ${kind}.`, example: `${idPrefixes[kind]}_01kabcdefghjkmnpqrstvwxyz0` })
