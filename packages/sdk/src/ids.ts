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
/** Behind the prefix, the instant; chance follows. */
const INSTANT_LETTERS = 10

/**
 * A TypeID: prefix, `_`, and a UUIDv7 in 26 base-32 characters. Opaque to clients, sortable by the instant it carries.
 * @param atMs the instant it carries, in milliseconds since 1970
 * @param randomBytes ten bytes of chance; the platform's generator by default
 */
export function newId(kind: IdKind, atMs: number, randomBytes = crypto.getRandomValues(new Uint8Array(10))): string {
  const bytes = new Uint8Array(16)
  const time = Math.max(0, Math.trunc(atMs))
  for (let index = 0; index < 6; index += 1) bytes[index] = Math.floor(time / 2 ** (8 * (5 - index)))
  bytes.set(randomBytes, 6)
  // UUIDv7 fixes four version bits (7) and two variant bits (10); the other 74 of the 80 are chance.
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return `${idPrefixes[kind]}_${base32(bytes)}`
}

/** No id made at an instant or after it is lower, none made before it is as high. Only for comparing: it is nobody's id. */
export function lowestId(kind: IdKind, atMs: number): string {
  return newId(kind, atMs, new Uint8Array(10)).slice(0, idPrefixes[kind].length + 1 + INSTANT_LETTERS)
}

/** The instant that an id carries, in milliseconds since 1970; also of a `lowestId`. */
export function instantOfId(text: string): number {
  const from = text.indexOf('_') + 1
  let milliseconds = 0
  for (const letter of text.slice(from, from + INSTANT_LETTERS))
    milliseconds = milliseconds * 32 + ALPHABET.indexOf(letter)
  return milliseconds
}

/** Five bits a letter; the first letter has two bits before the first byte, which are zero. */
function base32(bytes: Uint8Array): string {
  let text = ''
  let rest = 0
  let restBits = 2
  for (const byte of bytes) {
    rest = (rest << 8) | byte
    for (restBits += 8; restBits >= 5;) {
      restBits -= 5
      text += ALPHABET[rest >> restBits]
      rest &= (1 << restBits) - 1
    }
  }
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
