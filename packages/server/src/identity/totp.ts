import { createHmac } from 'node:crypto'

/** RFC 6238 as every authenticator app speaks it: SHA-1, six digits, half a minute. */
const STEP_MS = 30_000
const DIGITS = 6
/** A clock may be half a minute off, and somebody types slowly. */
const STEPS_ASIDE = [0, -1, 1]

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** @param bytes 20, as long as the hash (RFC 4226, requirement 6) */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What an app's QR code says. */
export function otpauthUri(secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string {
  const query = new URLSearchParams({ secret: toBase32(secret), issuer, algorithm: 'SHA1', digits: '6', period: '30' })
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`
}

/** The half minute whose code this is, later than the last one used; undefined: it is none. */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  { atMs, lastStep }: { atMs: number; lastStep: number },
): number | undefined {
  const now = Math.floor(atMs / STEP_MS)
  return STEPS_ASIDE.map((aside) => now + aside).find((step) => step > lastStep && codeOf(secret, step) === code)
}

export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}
