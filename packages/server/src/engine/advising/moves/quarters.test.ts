import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeBucket } from '../../scoring/answer-value.ts'
import { emptyEntityCount, emptyOutcomes } from '../../scoring/cells.ts'
import { seededChance } from '../../scoring/cells.test-support.ts'
import type { DatedCell } from '../../scoring/report.ts'
import { addDays } from '../../scoring/windows.ts'
import type { Situation, CompetitorRank } from './market.ts'
import { FIRST_DAY, look, marketOf, remembered, rivals } from './moves.test-support.ts'
import type { Move } from './moves.ts'

const NAMES = ['brand', 'a', 'b', 'c', 'd', 'e']
/** Log-odds of being named in an average answer; two of the competitors are as strong as the brand. */
const STRENGTHS = [0, 0, 0, 0.8, -0.8, 1.5]
const [PROMPTS, PLATFORMS, ANSWERS, WEEKS] = [30, 5, 7, 16]
/** Four windows before the quarter of thirteen weeks, with the last of which it begins. */
const BEGINS = 4

/** How strongly each prompt brings up each name. */
type Panel = number[][]

const drawPanel = (chance: () => number): Panel => {
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
  return Array.from({ length: PROMPTS }, () => STRENGTHS.map((strength) => strength + 0.8 * normal()))
}

/** A week of answers; each name stands by the ring of its own clock, those brought up more strongly sooner. */
const drawWeek = (panel: Panel, asOf: string, chance: () => number, raised: number): DatedCell[] =>
  panel.flatMap((odds, index) =>
    Array.from({ length: PLATFORMS }, (_, platform) => {
      const counts = NAMES.map(() => emptyEntityCount())
      for (let answer = 0; answer < ANSWERS; answer++) {
        odds
          .map((own, name) => ({ name, own: own + (name === 1 ? raised : 0) }))
          .filter(({ own }) => chance() < 1 / (1 + Math.exp(-own)))
          .map(({ name, own }) => ({ name, rings: -Math.log(1 - chance()) / Math.exp(own) }))
          .toSorted((one, other) => one.rings - other.rings)
          .forEach(({ name }, at) => {
            counts[name]!.named++
            counts[name]!.places[placeBucket(at + 1)]!++
          })
      }
      return {
        day: asOf,
        promptId: `p${index}`,
        platform: `platform-${platform}`,
        outcomes: { ...emptyOutcomes(), ok: ANSWERS },
        simulated: 0,
        entities: Object.fromEntries(NAMES.map((name, at) => [name, counts[at]!])),
      }
    }),
  )

/** What is told in a quarter; in its sixth week the first competitor is raised. */
const quarter = (seed: number, raised: number): { week: number; move: Move }[] => {
  const chance = seededChance(seed)
  const panel = drawPanel(chance)
  const windows: DatedCell[][] = []
  let memory: { standings: CompetitorRank[]; situations: Situation[] } = { standings: [], situations: [] }
  const told: { week: number; move: Move }[] = []
  for (let week = 0; week < WEEKS; week++) {
    const asOf = addDays(FIRST_DAY, 7 * week + 6)
    windows.unshift(drawWeek(panel, asOf, chance, week >= BEGINS + 5 ? raised : 0))
    const [current = [], previous = [], third = [], fourth = []] = windows
    const market = { ...marketOf([]), competitors: rivals(...NAMES.slice(1)), asOf, current, previous, third, fourth }
    const { moves, ...kept } = look(market, memory)
    memory = remembered(memory, kept)
    if (week >= BEGINS) told.push(...moves.map((move) => ({ week, move })))
  }
  return told
}

const QUARTERS = 12

test('in quarters in which nothing changed, at most one notable move a brand is told on the average', (t) => {
  const told = Array.from({ length: QUARTERS }, (_, seed) => quarter(seed, 0)).flat()
  t.diagnostic(`${told.length / QUARTERS} a quarter: ${told.map(({ move }) => move.alert.move).join(' ')}`)
  assert.ok(told.length / QUARTERS <= 1, `${told.length / QUARTERS}`)
})

test('a competitor that gains ten points is told in the week in which it does, in most of all quarters', (t) => {
  let [found, gained] = [0, 0]
  for (let seed = 100; seed < 100 + QUARTERS; seed++) {
    const first = quarter(seed, 0.5).find(({ move }) => move.alert.move === 'score_moved' && move.alert.name === 'a')
    if (first?.week !== BEGINS + 5) continue
    found++
    gained += first.move.alert.delta
  }
  t.diagnostic(`${found} of ${QUARTERS}, by ${(gained / found).toFixed(1)} points`)
  assert.ok(found / QUARTERS >= 0.9)
  assert.ok(Math.abs(gained / found - 10) < 2)
})
