import { createMarket, labPlatforms, type BrandInput, type LabPlatform, type Market } from '@sightline/lab'
import { placeBucket } from '../packages/server/src/engine/scoring/answer-value.ts'
import { emptyEntityCount, emptyOutcomes, type Cell } from '../packages/server/src/engine/scoring/cells.ts'
import { score } from '../packages/server/src/engine/scoring/score.ts'
import { trend } from '../packages/server/src/engine/scoring/trend.ts'
import { seededChance } from './support/chance.ts'
import { printHeading } from './support/figures.ts'
import { benchShocks } from './shocks.ts'

const MARKETS = Number(process.env.MARKETS ?? 1_000)
/**
 * `changes`: without the brands of which only levels are looked at. `rare`: only those. `five`: only the true change of five
 * points. `shocks`: only what platforms do to all brands (`shocks.ts`).
 */
const ONLY = process.env.ONLY
/** Where a long run, made in pieces, goes on. */
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 0)
const promptCounts = [10, 20, 50]
const repeatCounts = [1, 3, 7]
const platformCounts = [2, 5, 8]
/** Not Google's overviews: some prompts have none there, so that fewer prompts are measured than are named here. */
const platforms = labPlatforms.filter((platform) => platform !== 'google-aio').slice(0, 8)
/** What prompts are drawn from, with replacement, so that its mean is exactly what a panel estimates. */
const population = Array.from({ length: 60 }, (_, index) => `Which tool is best for purpose ${index}?`)
const days = { before: '2026-03-02', now: '2026-03-09' } as const

/**
 * How often the 95 % intervals of a score and of a change hold the truth that the simulated market knows of itself, over
 * many seeded markets; how often `significant` fires when nothing changed, and when five points did.
 */
export async function benchIntervals(): Promise<void> {
  printHeading('intervals', `Coverage in percent over ${MARKETS} seeded markets of the lab (docs/measurement.md).`)
  const grid = new Map<string, Tally>()
  for (let seed = FIRST_SEED; seed < FIRST_SEED + (isAsked('changes') ? MARKETS : 0); seed++) {
    measureGrid(seed, labBrands, labBrands[seed % labBrands.length]!.name, grid)
    if (seed % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  if (grid.size > 0) printGrid('The eight brands of the lab, in turns', grid)
  for (const { label, strength } of isAsked('rare') ? rarities : []) {
    const rare = new Map<string, Tally>()
    const brands = [{ name: 'Measured', strength }, ...labBrands]
    for (let seed = FIRST_SEED; seed < FIRST_SEED + MARKETS; seed++) measureGrid(seed, brands, 'Measured', rare, false)
    printGrid(label, rare)
  }
  if (isAsked('shocks')) benchShocks(MARKETS)
  if (!isAsked('five')) return
  let found = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + MARKETS; seed++) if (findsFivePoints(seed)) found++
  console.log(
    `  A true change of 5 points, 50 prompts × 5 platforms × 7 answers: found in ${percent(found, MARKETS)} %`,
  )
}

const isAsked = (part: 'changes' | 'rare' | 'five' | 'shocks'): boolean => ONLY === undefined || ONLY === part

const labBrands: BrandInput[] = [1.5, 0.9, 0.5, 0, -0.1, -0.5, -0.9, -1.3].map((strength, index) => ({
  name: `Brand ${'ABCDEFGH'[index]}`,
  strength,
}))
const rarities = [
  { label: 'Named in 4 % of the answers', strength: -3.5 },
  { label: 'Named in 94 % of the answers', strength: 3.5 },
  { label: 'Named in 97 % of the answers', strength: 5 },
]

type Tally = { markets: number; level: number; steady: number; alarms: number; change: number }

function measureGrid(seed: number, brands: BrandInput[], name: string, grid: Map<string, Tally>, changes = true): void {
  const market = createMarket({ seed, brands, prompts: population })
  // A campaign of its own in each market, so that changes of all sizes and signs are among them.
  market.intervene({ fromDay: days.now, brand: name, effect: ((seed % 7) - 3) * 0.25 })
  const panel = drawPanel(seed)
  const truth = truthsOf(market, name, days.before)
  const later = changes ? truthsOf(market, name, days.now) : truth
  const first = answersOf(market, name, panel, days.before, 0)
  const same = changes ? answersOf(market, name, panel, days.before, 1) : first
  const now = changes ? answersOf(market, name, panel, days.now, 0) : first
  for (const prompts of promptCounts)
    for (const platformCount of platformCounts)
      for (const repeats of repeatCounts) {
        const size = { prompts, platforms: platforms.slice(0, platformCount), repeats }
        const tally = tallyOf(grid, `${prompts} prompts × ${platformCount} platforms × ${repeats}`)
        const cells = cellsOf(first, size)
        const level = 100 * meanOf(size.platforms, truth)
        tally.markets++
        if (holds(score(cells, 'brand')!.interval!, level)) tally.level++
        if (!changes) continue
        const unchanged = trend(cellsOf(same, size), cells, 'brand')
        if (holds(unchanged.interval!, 0)) tally.steady++
        if (unchanged.significant) tally.alarms++
        const moved = trend(cellsOf(now, size), cells, 'brand')
        if (holds(moved.interval!, 100 * meanOf(size.platforms, later) - level)) tally.change++
      }
}

function findsFivePoints(seed: number): boolean {
  const name = labBrands[seed % labBrands.length]!.name
  const five = platforms.slice(0, 5)
  const size = { prompts: 50, platforms: five, repeats: 7 }
  const withEffect = (effect: number): { market: Market; change: number } => {
    const market = createMarket({ seed, brands: labBrands, prompts: population })
    market.intervene({ fromDay: days.now, brand: name, effect })
    const [before, now] = [truthsOf(market, name, days.before, five), truthsOf(market, name, days.now, five)]
    return { market, change: 100 * (meanOf(five, now) - meanOf(five, before)) }
  }
  let [low, high] = [-3, 3]
  let found = withEffect(0)
  while (Math.abs(found.change - 5) > 0.02) {
    const effect = (low + high) / 2
    found = withEffect(effect)
    if (found.change < 5) low = effect
    else high = effect
  }
  const panel = drawPanel(seed)
  const [before, now] = [days.before, days.now].map((day) =>
    cellsOf(answersOf(found.market, name, panel, day, 0, five), size),
  ) as [Cell[], Cell[]]
  const { significant, delta } = trend(now, before, 'brand')
  return significant && delta > 0
}

/** The largest panel; the smaller ones are its beginning. */
const drawPanel = (seed: number): string[] => {
  const chance = seededChance(seed)
  return Array.from({ length: Math.max(...promptCounts) }, () => population[Math.floor(chance() * population.length)]!)
}

/** By platform: the mean over the population of prompts, 0–1. */
const truthsOf = (market: Market, name: string, day: string, of: LabPlatform[] = platforms): Map<LabPlatform, number> =>
  new Map(of.map((platform) => [platform, market.truth(name, { platform, prompts: population, days: day })]))

const meanOf = (of: LabPlatform[], truths: Map<LabPlatform, number>): number =>
  of.reduce((sum, platform) => sum + truths.get(platform)!, 0) / of.length

/** The brand's place in each answer, null where it is not named: by prompt, platform, repeat. */
type Places = Map<LabPlatform, (number | null)[]>[]

function answersOf(
  market: Market,
  name: string,
  panel: string[],
  day: string,
  window: number,
  of: LabPlatform[] = platforms,
): Places {
  const most = Math.max(...repeatCounts)
  return panel.map((prompt, index) => {
    const ofPlatform = (platform: LabPlatform): (number | null)[] =>
      Array.from({ length: most }, (_, repeat) => {
        // A prompt drawn twice gets answers of its own each time.
        const sample = (window * panel.length + index) * most + repeat
        const at = market.draw({ prompt, platform, day }, sample).ranked.findIndex((brand) => brand.name === name)
        return at === -1 ? null : at + 1
      })
    return new Map(of.map((platform) => [platform, ofPlatform(platform)]))
  })
}

function cellsOf(
  places: Places,
  { prompts, platforms, repeats }: { prompts: number; platforms: LabPlatform[]; repeats: number },
): Cell[] {
  return places.slice(0, prompts).flatMap((ofPrompt, index) =>
    platforms.map((platform) => {
      const brand = emptyEntityCount()
      for (const place of ofPrompt.get(platform)!.slice(0, repeats)) {
        if (place === null) continue
        brand.named++
        brand.places[placeBucket(place)]!++
        brand.placeSum += place
      }
      return { promptId: `p${index}`, platform, outcomes: { ...emptyOutcomes(), ok: repeats }, entities: { brand } }
    }),
  )
}

const holds = ([lower, upper]: readonly [number, number], truth: number): boolean => lower <= truth && truth <= upper

function tallyOf(grid: Map<string, Tally>, key: string): Tally {
  const tally = grid.get(key) ?? { markets: 0, level: 0, steady: 0, alarms: 0, change: 0 }
  grid.set(key, tally)
  return tally
}

const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1)

function printGrid(label: string, grid: Map<string, Tally>): void {
  console.log(`  ${label}: level | change, moved | change, unchanged | significant when unchanged`)
  const all: Tally = { markets: 0, level: 0, steady: 0, alarms: 0, change: 0 }
  for (const [key, tally] of grid) {
    for (const part of ['markets', 'level', 'steady', 'alarms', 'change'] as const) all[part] += tally[part]
    console.log(`    ${key.padEnd(34)} ${shownTally(tally)}`)
  }
  console.log(`    ${'all'.padEnd(34)} ${shownTally(all)}`)
}

const shownTally = ({ markets, level, change, steady, alarms }: Tally): string =>
  [level, ...(steady > 0 ? [change, steady, alarms] : [])].map((part) => percent(part, markets).padStart(6)).join(' ')
