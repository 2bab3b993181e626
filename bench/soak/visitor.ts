import type { Market } from '@sightline/lab'
import { openCaller, type Caller, type Chance } from './caller.ts'
import type { Guest } from './stage.ts'

/** What an organization does under the load, and remembers of it. */
export type Visitor = {
  guest: Guest
  caller: Caller
  market: Market
  random: () => number
  /** The brand that is measured now; older ones stay as they are. */
  current: Garden | null
  /** Brands so far: each has the name of another one of the market. */
  planted: number
  /** What was accepted must be there once; what is in doubt, at most once; what was refused, never. */
  prompts: Record<'accepted' | 'inDoubt' | 'refused', string[]>
  competitors: { added: string[]; removed: string[] }
  runs: string[]
  /** Of imported answers. */
  externalIds: string[]
  /** Brands that were deleted in the middle of a run. */
  deletedBrands: string[]
  /** Turns of the schedule that were brought forward. */
  turns: { taken: number; inDoubt: number }
  /** Walks through exports that came to their end, and what was wrong with one. */
  walks: number
  wrongWalks: string[]
  /** So that names differ. */
  counter: number
}

/** A brand with its competitors and prompts. */
export type Garden = { brandId: string; name: string; prompts: { id: string; text: string }[]; competitorId: string }

export const openVisitor = (guest: Guest, addresses: readonly string[], market: Market, chance: Chance): Visitor => ({
  guest,
  caller: openCaller(addresses, guest.key, chance),
  market,
  random: chance.random,
  current: null,
  planted: 0,
  prompts: { accepted: [], inDoubt: [], refused: [] },
  competitors: { added: [], removed: [] },
  runs: [],
  externalIds: [],
  deletedBrands: [],
  turns: { taken: 0, inDoubt: 0 },
  walks: 0,
  wrongWalks: [],
  counter: 0,
})
