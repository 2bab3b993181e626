import { codeOf } from '../../packages/server/src/identity/totp.ts'
import type { Browser } from './browser.ts'

const STEP_MS = 30_000

/** What an authenticator shows at that time for the key that it was given. */
export const shownCode = (secret: string, atMs: number): string =>
  codeOf(fromBase32(secret), Math.floor(atMs / STEP_MS))

/** From now on signing in asks this person for a code. */
export async function turnOnSecondFactor(person: Browser, atMs: number): Promise<{ secret: string }> {
  const { secret } = await person.post<{ secret: string }>('/second-factor')
  await person.post('/second-factor/activate', { code: shownCode(secret, atMs) })
  return { secret }
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (character) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
