import { untrackedNames } from '../../packages/server/src/engine/measuring/discovery/untracked.ts'
import type { EntityNames } from '../../packages/server/src/engine/reading/names/matcher.ts'
import type { Reader } from './growth.ts'

const LETTERS = Array.from('ABCDEFGHIJ')
/** `ZAA` … `ZJJ`: as many as a brand may track. */
const COMPETITORS = LETTERS.flatMap((one) => LETTERS.map((other) => `Z${one}${other}`))

/** A list of what an answer repeats: all the names that are tracked, in turn. */
export const ALL_TRACKED = `Zq0, ${COMPETITORS.join(', ')}, `

const entity = (name: string): EntityNames => ({
  id: name,
  kind: name === 'Zq0' ? 'brand' : 'competitor',
  name,
  aliases: [],
  excludedNames: [],
  domains: [],
  caseSensitive: false,
})
const tracked = ['Zq0', ...COMPETITORS].map(entity)

/** Two answers set out names that nobody tracks; these texts do not. */
const SETTING_OUT = ['1', '2'].map((id) => ({ id, prompt: 'best tool', text: '- **Zephlane**: a\n- **Holtgrid**: b' }))

const untracked = (text: string): unknown => {
  const answers = [...SETTING_OUT, { id: '3', prompt: 'best tool', text }, { id: '4', prompt: 'best tool', text }]
  return [...untrackedNames(answers, tracked)]
}

/** Looking for names that nobody tracks in texts of one pattern. */
export const readers: Reader[] = [{ name: 'untracked names', makeFor: () => untracked }]
