import { placeBucket } from '../packages/server/src/engine/scoring/answer-value.ts'
import { changeBeyondRivals } from '../packages/server/src/engine/scoring/beyond-rivals.ts'
import { drained, emptyEntityCount, emptyOutcomes, type Cell } from '../packages/server/src/engine/scoring/cells.ts'
import { trend } from '../packages/server/src/engine/scoring/trend.ts'
import { seededChance } from './support/chance.ts'

/** What answers do though no brand changed. */
type Trouble = {
  /** Standard deviation of a platform's daily shock, in log odds, the same for all brands; it keeps .9 of itself a day. */
  shock: number
  /** Share of answers that repeat the day before's. */
  sticky: number
  /** Share of answers that do not come. */
  missing: number
  /** A new model in the second week: standard deviation of what it does to each prompt, alike for all brands. */
  model: number
}

const calm: Trouble = { shock: 0, sticky: 0, missing: 0, model: 0 }
const troubles: [string, Trouble][] = [
  ['independent answers', calm],
  ['day shocks, persistence .9', { ...calm, shock: 0.5 }],
  ['60 % sticky answers', { ...calm, sticky: 0.6 }],
  ['both', { ...calm, shock: 0.5, sticky: 0.6 }],
  ['a new model', { ...calm, model: 0.8 }],
  ['30 % missing, with shocks', { ...calm, shock: 0.5, missing: 0.3 }],
]
const sizes = [
  { prompts: 5, platforms: 1 },
  { prompts: 10, platforms: 3 },
  { prompts: 30, platforms: 5 },
]
const names = ['brand', 'north', 'south', 'west']
const WEEK = 7
const PERSISTENCE = 0.9
/** On log odds, about ten points. */
const STEP = 0.6

/**
 * How often `significant` and `beyondRivals.significant` fire in two weeks in which no brand changed, and how often they find
 * a brand that rose by about ten points, in percent.
 */
export function benchShocks(markets: number): void {
  console.log(
    '  Two weeks, one answer a day: significant, beyondRivals.significant | both, the brand rose by ten points',
  )
  for (const [label, trouble] of troubles)
    for (const size of sizes) {
      const fired = [0, 0, 0, 0]
      for (let seed = 0; seed < markets; seed += 1)
        for (const [at, step] of [0, STEP].entries()) {
          const [before, now] = twoWeeks(size, trouble, step, seededChance(seed))
          if (trend(now, before, 'brand').significant) fired[2 * at]! += 1
          if (drained(changeBeyondRivals(now, before, 'brand', names.slice(1), {}))?.significant)
            fired[2 * at + 1]! += 1
        }
      const [own, beyond, ownFound, beyondFound] = fired.map((count) =>
        ((100 * count) / markets).toFixed(1).padStart(5),
      )
      const name = `${size.prompts} prompts × ${size.platforms}, ${label}`
      console.log(`    ${name.padEnd(48)} ${own} ${beyond} | ${ownFound} ${beyondFound}`)
    }
}

function twoWeeks(
  { prompts, platforms }: (typeof sizes)[number],
  { shock, sticky, missing, model }: Trouble,
  step: number,
  chance: () => number,
): [Cell[], Cell[]] {
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
  const ofPrompt = Array.from({ length: prompts }, () => ({
    odds: names.map(() => 1.2 * normal() - 0.3),
    model: model * normal(),
  }))
  const weeks: [Cell[], Cell[]] = [[], []]
  for (let platform = 0; platform < platforms; platform += 1) {
    const liking = names.map(() => 0.5 * normal())
    const shocks = Array.from({ length: 2 * WEEK }, () => 0)
    let last = shock * normal()
    for (let day = 0; day < 2 * WEEK; day += 1) {
      shocks[day] = last
      last = PERSISTENCE * last + shock * Math.sqrt(1 - PERSISTENCE ** 2) * normal()
    }
    for (const [at, prompt] of ofPrompt.entries()) {
      const cells = weeks.map(() => emptyCell(`p${at}`, `platform-${platform}`))
      let ranked: number[] = []
      for (let day = 0; day < 2 * WEEK; day += 1) {
        const week = day < WEEK ? 0 : 1
        if (day === 0 || chance() >= sticky)
          ranked = names
            .map((_, name) => {
              const moved = shocks[day]! + week * (prompt.model + (name === 0 ? step : 0))
              return { name, odds: prompt.odds[name]! + liking[name]! + moved }
            })
            .filter(({ odds }) => chance() < 1 / (1 + Math.exp(-odds)))
            .map(({ name, odds }) => ({ name, strength: odds + normal() }))
            .toSorted((one, other) => other.strength - one.strength)
            .map(({ name }) => name)
        if (chance() >= missing) count(cells[week]!, ranked)
      }
      for (const [week, cell] of cells.entries()) weeks[week]!.push(cell)
    }
  }
  return weeks
}

const emptyCell = (promptId: string, platform: string): Cell => ({
  promptId,
  platform,
  outcomes: emptyOutcomes(),
  entities: Object.fromEntries(names.map((name) => [name, emptyEntityCount()])),
})

function count({ outcomes, entities }: Cell, ranked: readonly number[]): void {
  outcomes.ok += 1
  for (const [index, name] of ranked.entries()) {
    const entity = entities[names[name]!]!
    entity.named += 1
    entity.places[placeBucket(index + 1)]! += 1
    entity.placeSum += index + 1
  }
}
