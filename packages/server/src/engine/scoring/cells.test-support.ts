import * as fc from 'fast-check'
import { answerValue } from './answer-value.ts'
import {
  countCells,
  emptyEntityCount,
  emptyOutcomes,
  type Cell,
  type ObservedEntity,
  type Observation,
} from './cells.ts'

/** An `ok` answer that names each entity at its place; what is null is not named. */
export const answer = (promptId: string, platform: string, places: Record<string, number | null>): Observation => ({
  promptId,
  platform,
  outcome: 'ok',
  entities: Object.entries(places).map(([entityId, place]) => observed(entityId, place)),
})

export const observed = (
  entityId: string,
  place: number | null,
  more: Partial<ObservedEntity> = {},
): ObservedEntity => ({
  entityId,
  isNamed: place !== null,
  isAcknowledgedAbsent: false,
  place,
  isListed: false,
  isCited: false,
  sentiment: place === null ? null : 'neutral',
  ...more,
})

/** A cell whose brand scores `percent`: that share of its answers names it first, the others do not name it. */
export const cellWorth = (percent: number, promptId: string, platform = 'chatgpt', answers = 100): Cell => {
  const named = Math.round((percent * answers) / 100)
  const places = [named, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  return {
    promptId,
    platform,
    outcomes: { ...emptyOutcomes(), ok: answers },
    entities: { brand: { ...emptyEntityCount(), named, places, placeSum: named } },
  }
}

const place = fc.option(fc.integer({ min: 1, max: 14 }), { nil: null })

export const anyObservation: fc.Arbitrary<Observation> = fc.record({
  promptId: fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5', 'p6'),
  platform: fc.constantFrom('chatgpt', 'claude', 'google-aio'),
  outcome: fc.constantFrom('ok', 'ok', 'ok', 'ok', 'notTriggered', 'refused', 'empty', 'failed', 'unreadable'),
  entities: fc
    .record({ brand: place, rival: place, other: place, cites: fc.boolean(), isAbsent: fc.boolean() })
    .map(({ brand, rival, other, cites, isAbsent }) => [
      observed('brand', brand, { isCited: cites }),
      isAbsent ? observed('rival', null, { isNamed: true, isAcknowledgedAbsent: true }) : observed('rival', rival),
      observed('other', other, { isListed: other !== null, sentiment: other === null ? null : 'positive' }),
    ]),
})

export const anyObservations = fc.array(anyObservation, { maxLength: 80 })

/** The same list in another order. */
export const reordered = <Item>(items: readonly Item[]): fc.Arbitrary<Item[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length })

/** Chance from a seed (mulberry32): numbers in [0, 1), the same for the same seed. */
export const seededChance = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Market = { prompts: number; platforms: number; repeats: number; meanRate: number; missing: number }

/**
 * Answers of a made-up market. Each prompt has its own rate of naming the brand, which its answers share on all
 * platforms: rate = U^(1/meanRate − 1), so that its mean is `meanRate` and prompts differ widely. Places 1 to 4 are
 * alike likely. A pair (prompt, platform) is `missing` with that probability.
 */
export const drawMarket = (market: Market, chance: () => number, rates = drawRates(market, chance)): Cell[] => {
  const observations: Observation[] = []
  for (const [index, rate] of rates.entries()) {
    for (let platform = 0; platform < market.platforms; platform++) {
      if (chance() < market.missing) continue
      for (let repeat = 0; repeat < market.repeats; repeat++) {
        const brand = chance() < rate ? 1 + Math.floor(chance() * 4) : null
        observations.push(answer(`p${index}`, `platform-${platform}`, { brand }))
      }
    }
  }
  return countCells(observations)
}

export const drawRates = ({ prompts, meanRate }: Market, chance: () => number): number[] =>
  Array.from({ length: prompts }, () => chance() ** (1 / meanRate - 1))

/** The score that a market's sample estimates. */
export const truthOf = ({ meanRate }: Market): number =>
  100 * meanRate * ([1, 2, 3, 4].reduce((sum, place) => sum + answerValue(place), 0) / 4)
