import type { Market as Lab } from '@sightline/lab'
import type { RecommendationKind } from '@sightline/sdk'
import { measuringLift } from '../packages/server/src/engine/advising/recommending/measured-lift.ts'
import { recommend, type FoundAdvice } from '../packages/server/src/engine/advising/recommending/recommend.ts'
import { median } from '../packages/server/src/engine/advising/recommending/situation.ts'
import { drained } from '../packages/server/src/engine/scoring/cells.ts'
import { addDays } from '../packages/server/src/engine/scoring/windows.ts'
import { adviseIn, cellsAfter, LAST_DAY, type AdvisedMarket, type Setting } from './support/advised-market.ts'
import { seededChance } from './support/chance.ts'
import { median as middle, printHeading, printRatio } from './support/figures.ts'

const MARKETS = Number(process.env['MARKETS'] ?? 30)

/** The lab cannot do as these say: a place without a name's frequency, criticism, an own page that is read and not named. */
const notSimulated: ReadonlySet<RecommendationKind> = new Set([
  'named_late',
  'negative_claim',
  'own_page_unnamed',
  'site_unreadable',
])

type Case = {
  market: number
  kind: RecommendationKind
  estimated: number
  shown: number
  range: [number, number]
  measured: number
}

/**
 * Follows each advice in a copy of its simulated market and measures four weeks before against four weeks after, as the
 * product does. In each cell of the advice it works with the stated rate, itself off by up to a half: then the brand
 * gets the log-odds of the median haver, in the share of answers concerned. What is tried is all the rest: chance in what
 * was selected, rivals that give way, drift, the range.
 */
export async function benchRecommendationLift(): Promise<void> {
  printHeading('recommendation-lift', `Advice followed in ${MARKETS} simulated markets (docs/recommendations.md).`)
  const advised = Array.from({ length: MARKETS }, (_, index) => adviseIn(settingOf(index)))
  const stated = casesOf(advised, 1)
  const inRange = (cases: readonly Case[]): number =>
    cases.filter(({ measured, range: [low, high] }) => measured >= low && measured <= high).length / cases.length
  console.log(`  ${stated.length} cases`)
  printRatio('measured lift inside the stated range', inRange(stated), { atLeast: 0.8 })
  printRatio('rank correlation of estimated and measured lift, all cases', spearman(stated), { atLeast: 0.6 })
  printRatio('the same within a market, mean', withinMarkets(stated))
  printRatio('middle range, in points wide', middle(stated.map(({ range: [low, high] }) => high - low)))
  printRatio(
    'middle range over middle estimate',
    middle(stated.map(({ range: [low, high] }) => high - low)) / middle(stated.map(({ estimated }) => estimated)),
  )
  printRatio(
    'measured : estimated, means',
    mean(stated.map(({ measured }) => measured)) / mean(stated.map(({ estimated }) => estimated)),
  )
  for (const [kind, cases] of [...Map.groupBy(stated, (one) => one.kind)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  ))
    console.log(
      `    ${kind.padEnd(18)} ${String(cases.length).padStart(4)} cases, inside ${inRange(cases).toFixed(2)}, estimated ${mean(cases.map(({ estimated }) => estimated)).toFixed(1)}, measured ${mean(cases.map(({ measured }) => measured)).toFixed(1)}`,
    )
  for (const [label, factor] of [
    ['half', 0.5],
    ['one and a half', 1.5],
    ['none', 0],
  ] as const) {
    const cases = casesOf(advised, factor)
    printRatio(`if the true success rates were ${label} of the stated: inside the range`, inRange(cases))
    printRatio('  rank correlation', spearman(cases))
  }
}

const settingOf = (index: number): Setting => ({
  seed: index + 1,
  prompts: [8, 12, 20][index % 3]!,
  platforms: [2, 4, 6][Math.floor(index / 3) % 3]!,
  repeats: 1,
})

function casesOf(advised: readonly AdvisedMarket[], factor: number): Case[] {
  return advised.flatMap((one, index) =>
    (recommend(one.market) ?? [])
      .filter(({ kind }) => !notSimulated.has(kind))
      .flatMap((found, place): Case[] => {
        const chance = seededChance(1_000 * index + place + 7)
        const measured = follow(one, found, factor, chance)
        const { lift, kind } = found
        return measured === null
          ? []
          : [{ market: index, kind, estimated: lift.points, shown: lift.estimated, range: lift.range, measured }]
      }),
  )
}

function follow(one: AdvisedMarket, found: FoundAdvice, factor: number, chance: () => number): number | null {
  const lab = one.again()
  // Its own rate may be off by a half to both sides, as the range says.
  const rate = Math.min(1, factor * found.successRate * (0.5 + chance()))
  for (const cell of found.lift.cells) if (chance() < rate) raise(lab, one, found, cell)
  const { market } = one
  const measured = drained(
    measuringLift({
      brandId: market.brand.id,
      rivalIds: market.rivals.map(({ id }) => id),
      weights: market.weights,
      cells: found.lift.cells,
      before: market.cells,
      after: cellsAfter(lab, one),
    }),
  )
  return measured && measured.points
}

/** The brand's chance of being named becomes the median haver's, in the share of answers that the advice is about. */
function raise(
  lab: Lab,
  { market, platforms }: AdvisedMarket,
  { havers }: FoundAdvice,
  cell: FoundAdvice['lift']['cells'][number],
): void {
  const platform = platforms.find((slug) => slug === cell.platform)
  if (!platform) return
  const standings = lab.standings({ prompt: cell.promptId, platform, day: LAST_DAY })
  const probabilityOf = (name: string): number => standings.find(({ brand }) => brand.name === name)?.probability ?? 0
  const own = probabilityOf(market.brand.name)
  const target = own + cell.reach * Math.max(0, median(havers.map(probabilityOf)) - own)
  const effect = logit(target) - logit(own)
  lab.intervene({ fromDay: addDays(LAST_DAY, 1), brand: market.brand.name, platform, prompts: [cell.promptId], effect })
}

const logit = (probability: number): number => Math.log(probability / (1 - probability))
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Of the estimates as they are ranked by, not rounded. */
function spearman(cases: readonly Case[]): number {
  const [one, other] = [ranks(cases.map(({ estimated }) => estimated)), ranks(cases.map(({ measured }) => measured))]
  const [meanOne, meanOther] = [mean(one), mean(other)]
  const sum = (term: (index: number) => number): number => one.reduce((total, _, index) => total + term(index), 0)
  const shared = sum((index) => (one[index]! - meanOne) * (other[index]! - meanOther))
  return (
    shared / Math.sqrt(sum((index) => (one[index]! - meanOne) ** 2) * sum((index) => (other[index]! - meanOther) ** 2))
  )
}

/** Equal values share the mean of their places. */
function ranks(values: readonly number[]): number[] {
  const sorted = values.toSorted((one, other) => one - other)
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2)
}

function withinMarkets(cases: readonly Case[]): number {
  const markets = [...Map.groupBy(cases, ({ market }) => market).values()].filter((of) => of.length >= 4)
  return mean(markets.map(spearman).filter((value) => Number.isFinite(value)))
}
