import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 bits of chance, for a cookie or a link. */
export const mintToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of a token: who reads the table cannot use it. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** What only who has the installation's secret can make of a text. */
export const keyedHash = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`sightline ${text}`).digest()

/**
 * A code that this installation's secret makes anew whenever it is asked for: the same after a restart and in every
 * process, kept nowhere. 192 bits.
 */
export const derivedCode = (secret: string, purpose: string): string =>
  keyedHash(secret, purpose).subarray(0, 24).toString('base64url')

/** In the same time whatever differs. */
export function isSameText(given: string, right: string): boolean {
  const [one, other] = [hashToken(given), hashToken(right)]
  return timingSafeEqual(one, other)
}
