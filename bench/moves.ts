import { createMarket, labPlatforms, type BrandInput, type LabPlatform, type Market } from '@sightline/lab'
import { findMoves, measureMoves, type Moves } from '../packages/server/src/engine/advising/moves/moves.ts'
import type {
  MoveMarket,
  MoveMemory,
  Situation,
  CompetitorRank,
} from '../packages/server/src/engine/advising/moves/market.ts'
import { placeBucket } from '../packages/server/src/engine/scoring/answer-value.ts'
import { addCells, emptyEntityCount, emptyOutcomes } from '../packages/server/src/engine/scoring/cells.ts'
import type { DatedCell } from '../packages/server/src/engine/scoring/report.ts'
import { addDays } from '../packages/server/src/engine/scoring/windows.ts'
import { seededChance } from './support/chance.ts'
import { printHeading } from './support/figures.ts'

const QUARTERS = Number(process.env.QUARTERS ?? 60)
/** One of the settings by its number, from 1; all when left out. */
const SETTING = process.env.SETTING
/** The market stands still: every day is this one, with other answers. */
const STILL = '2026-03-02'
const FIRST_DAY = '2026-01-05'
/** Four windows before the quarter, so that orders are known when it begins. */
const BEFORE = 28
const QUARTER = 91
/** On which day of the quarter something happens, where something does. */
const CHANGE_AT = 35

type Setting = { label: string; prompts: number; platforms: number; everyDays: number }
const settings: Setting[] = [
  { label: '10 prompts × 2 platforms, daily', prompts: 10, platforms: 2, everyDays: 1 },
  { label: '20 prompts × 5 platforms, daily', prompts: 20, platforms: 5, everyDays: 1 },
  { label: '50 prompts × 5 platforms, daily', prompts: 50, platforms: 5, everyDays: 1 },
  { label: '50 prompts × 5 platforms, weekly', prompts: 50, platforms: 5, everyDays: 7 },
]

/**
 * How many notable moves a brand with seven competitors is told of in a quarter in which nothing changed, and how often a
 * competitor that gained ten points is told of. Names that are not tracked are left out: their rule is a count.
 */
export async function benchMoves(): Promise<void> {
  printHeading('moves', `Notable moves of seven competitors, ${QUARTERS} seeded quarters each (docs/moves.md).`)
  for (const setting of settings.slice(...(SETTING === undefined ? [] : [Number(SETTING) - 1, Number(SETTING)]))) {
    const tally: Record<string, number> = {}
    let found = 0
    let inTime = 0
    for (let seed = 0; seed < QUARTERS; seed++) {
      for (const { alert, day } of toldIn(setting, seed, 0))
        if (day >= BEFORE) tally[alert.move] = (tally[alert.move] ?? 0) + 1
      const rival = rivalOf(seed)
      const told = toldIn(setting, seed, 10).filter(
        ({ alert, day }) => alert.name === rival && alert.delta > 0 && day >= BEFORE + CHANGE_AT,
      )
      const first = told.find(({ alert }) => alert.move === 'score_moved')
      if (first) found++
      if (first && first.day < BEFORE + CHANGE_AT + 14) inTime++
      await new Promise((resolve) => setImmediate(resolve))
    }
    const all = Object.values(tally).reduce((sum, count) => sum + count, 0)
    const kinds = Object.entries(tally).map(([move, count]) => `${move} ${(count / QUARTERS).toFixed(2)}`)
    console.log(
      `  ${setting.label}: ${(all / QUARTERS).toFixed(2)} a quarter when nothing changed (${kinds.join(', ')})`,
    )
    console.log(
      `    +10 points: told in ${((100 * inTime) / QUARTERS).toFixed(0)} % within two weeks, ${((100 * found) / QUARTERS).toFixed(0)} % in the quarter`,
    )
  }
}

const brands: BrandInput[] = [1.5, 0.9, 0.5, 0, -0.1, -0.5, -0.9, -1.3].map((strength, index) => ({
  name: `Brand ${'ABCDEFGH'[index]}`,
  strength,
}))
const brandOf = (seed: number): string => brands[seed % brands.length]!.name
const rivalOf = (seed: number): string => brands[(seed + 1 + (seed % 7)) % brands.length]!.name

const platforms = labPlatforms.filter((platform) => platform !== 'google-aio')

type Told = Moves['moves'][number] & { day: number }

/** All that is told from the first day on. */
function toldIn(setting: Setting, seed: number, points: number): Told[] {
  const still = createMarket({ seed, brands })
  const panel = {
    prompts: Array.from({ length: setting.prompts }, (_, index) => `Which tool is best for purpose ${index}?`),
    platforms: platforms.slice(0, setting.platforms),
  }
  const quiet = pairsOf(still, panel)
  const moved = points === 0 ? quiet : pairsOf(marketWith(seed, panel, rivalOf(seed), points), panel)
  const chance = seededChance(seed)
  const days: DatedCell[][] = []
  const windows: DatedCell[][] = []
  const told: Told[] = []
  let standings: CompetitorRank[] = []
  let situations: Situation[] = []
  for (let day = 0; day < BEFORE + QUARTER; day++) {
    const pairs = day >= BEFORE + CHANGE_AT ? moved : quiet
    days.push(day % setting.everyDays === 0 ? cellsOfDay(pairs, day, chance) : [])
    if (day % setting.everyDays !== 0) continue
    windows.push(windowEnding(days, day))
    const look = lookAt(marketAt(windows, setting.everyDays, day, seed), { standings, situations })
    told.push(...look.moves.map((move) => ({ ...move, day })))
    standings = merged(standings, look.standings, ({ competitorId }) => competitorId)
    situations = merged(situations, look.situations, ({ fingerprint }) => fingerprint)
  }
  return told
}

function lookAt(market: MoveMarket, memory: MoveMemory): Moves {
  const steps = measureMoves(market)
  for (;;) {
    const step = steps.next()
    if (step.done) return findMoves(market, step.value, memory)
  }
}

/** The same market with the rival's strength raised until its true score is so many points higher. */
function marketWith(seed: number, panel: Panel, name: string, points: number): Market {
  const truth = (market: Market): number =>
    panel.platforms.reduce(
      (sum, platform) =>
        sum + (100 * market.truth(name, { platform, prompts: panel.prompts, days: STILL })) / panel.platforms.length,
      0,
    )
  const withEffect = (effect: number): Market => {
    const market = createMarket({ seed, brands })
    market.intervene({ fromDay: STILL, brand: name, effect })
    return market
  }
  const target = truth(withEffect(0)) + points
  let [low, high] = [0, 6]
  while (high - low > 0.01) {
    const effect = (low + high) / 2
    if (truth(withEffect(effect)) < target) low = effect
    else high = effect
  }
  return withEffect(high)
}

type Panel = { prompts: string[]; platforms: LabPlatform[] }

/** A market that stands still has the same probabilities every day: they are worked out once. */
type Pair = { promptId: string; platform: LabPlatform; standings: ReturnType<Market['standings']> }

const pairsOf = (market: Market, { prompts, platforms }: Panel): Pair[] =>
  prompts.flatMap((prompt, index) =>
    platforms.map((platform) => ({
      promptId: `p${index}`,
      platform,
      standings: market.standings({ prompt, platform, day: STILL }),
    })),
  )

/** One answer a pair, drawn as the lab draws them: named brands stand in the order in which their clocks ring. */
const cellsOfDay = (pairs: Pair[], day: number, chance: () => number): DatedCell[] =>
  pairs.map(({ promptId, platform, standings }) => {
    const ranked = standings
      .filter(({ probability }) => chance() < probability)
      .map(({ brand, rate }) => ({ name: brand.name, rings: -Math.log(1 - chance()) / rate }))
      .toSorted((one, other) => one.rings - other.rings)
    const entities = ranked.map(({ name }, at) => {
      const count = emptyEntityCount()
      count.named = 1
      count.places[placeBucket(at + 1)] = 1
      count.placeSum = at + 1
      return [name, count] as const
    })
    return {
      day: addDays(FIRST_DAY, day),
      promptId,
      platform,
      outcomes: { ...emptyOutcomes(), ok: 1 },
      simulated: 1,
      entities: Object.fromEntries(entities),
    }
  })

function windowEnding(days: DatedCell[][], day: number): DatedCell[] {
  const asOf = addDays(FIRST_DAY, day)
  return addCells(days.slice(Math.max(0, day - 6), day + 1).flat()).map((cell) => ({
    ...cell,
    day: asOf,
    simulated: cell.outcomes.ok,
  }))
}

/** @param windows one for each look so far */
function marketAt(windows: DatedCell[][], everyDays: number, day: number, seed: number): MoveMarket {
  const asOf = addDays(FIRST_DAY, day)
  const window = (back: number): DatedCell[] => windows.at(-1 - (back * 7) / everyDays) ?? []
  return {
    brandId: brandOf(seed),
    competitors: brands.filter(({ name }) => name !== brandOf(seed)).map(({ name }) => ({ id: name, name })),
    weights: {},
    asOf,
    current: window(0),
    previous: window(1),
    third: window(2),
    fourth: window(3),
    panel: '',
    entrants: [],
    subscriptions: [],
  }
}

function merged<Row>(known: Row[], changed: Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map([...known, ...changed].map((row) => [keyOf(row), row])).values()]
}
