import { keep, readKept } from './kept.ts'

/** After `g`, the letter that leads there; in the order of the navigation. */
export const brandKeys = {
  o: '/brands/$brandId',
  f: '/brands/$brandId/platforms',
  p: '/brands/$brandId/prompts',
  a: '/brands/$brandId/answers',
  c: '/brands/$brandId/competitors',
  v: '/brands/$brandId/share-of-voice',
  s: '/brands/$brandId/sources',
  d: '/brands/$brandId/periods',
  r: '/brands/$brandId/recommendations',
  w: '/brands/$brandId/site',
  e: '/brands/$brandId/events',
  n: '/brands/$brandId/runs',
} as const
export type BrandKey = keyof typeof brandKeys

/** What a pressed key asks for. */
export type Wish = { kind: 'palette' } | { kind: 'help' } | { kind: 'find' } | { kind: 'go'; key: string } | null

export type Pressed = {
  key: string
  isCommand: boolean
  /** Something is being typed, or a dialog is open: the key is theirs. */
  isTaken: boolean
  isRepeated: boolean
}

/** How long `g` waits for its letter. */
export const WAITING_MS = 1_500

/** @param since how long ago `g` was pressed; null: it was not */
export function wishOf({ key, isCommand, isTaken, isRepeated }: Pressed, since: number | null, isOn: boolean): Wish {
  if (isTaken && key.toLowerCase() !== 'k') return null
  if (isCommand) return key.toLowerCase() === 'k' && !isRepeated ? { kind: 'palette' } : null
  if (isTaken || isRepeated || !isOn) return null
  if (since !== null && since < WAITING_MS) return { kind: 'go', key: key.toLowerCase() }
  if (key === '?') return { kind: 'help' }
  return key === '/' ? { kind: 'find' } : null
}

const PLACE = 'sightline.letters'

/** Keys without Ctrl or ⌘ can be turned off: who speaks to a computer would set them off by accident. */
export const areLettersOn = (): boolean => readKept(PLACE) !== 'off'
export const turnLetters = (isOn: boolean): void => keep(PLACE, isOn ? 'on' : 'off')
