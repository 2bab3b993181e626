import { countCells, type Observation } from '../../scoring/cells.ts'
import { answer } from '../../scoring/cells.test-support.ts'
import type { DatedCell } from '../../scoring/report.ts'
import { addDays } from '../../scoring/windows.ts'
import type { MoveMarket, MoveMemory, Situation, CompetitorRank } from './market.ts'
import { findMoves, measureMoves, type MeasuredMoves, type Move, type Moves } from './moves.ts'

export const FIRST_DAY = '2026-03-02'

/** Places by name in each of the week's answers to each prompt: the same for all prompts. */
export type Answers = Record<string, number | null>[]

/** A week of answers by so many prompts on one platform. */
export const week = (answers: Answers, prompts = 10): Observation[] =>
  Array.from({ length: prompts }, (_, index) => answers.map((places) => answer(`p${index}`, 'chatgpt', places))).flat()

export const rivals = (...names: string[]) => names.map((name) => ({ id: name, name }))

/** What is seen at the end of the last of these weeks. */
export const marketOf = (weeks: readonly Observation[][], more: Partial<MoveMarket> = {}): MoveMarket => {
  const asOf = addDays(FIRST_DAY, 7 * weeks.length - 1)
  const window = (back: number): DatedCell[] =>
    countCells(weeks.at(-1 - back) ?? []).map((cell) => ({ ...cell, day: asOf, simulated: 0 }))
  return {
    brandId: 'brand',
    competitors: rivals('rival'),
    weights: {},
    asOf,
    current: window(0),
    previous: window(1),
    third: window(2),
    fourth: window(3),
    panel: 'panel',
    entrants: [],
    subscriptions: [],
    ...more,
  }
}

/** Looks at the market at the end of each week, remembering what was told. */
export const followed = (
  weeks: readonly Observation[][],
  more: (week: number) => Partial<MoveMarket> = () => ({}),
): { week: number; move: Move }[] => {
  let memory: { standings: CompetitorRank[]; situations: Situation[] } = { standings: [], situations: [] }
  return weeks.flatMap((_, index) => {
    const { moves, ...kept } = look(marketOf(weeks.slice(0, index + 1), more(index + 1)), memory)
    memory = remembered(memory, kept)
    return moves.map((move) => ({ week: index + 1, move }))
  })
}

export const measured = (market: MoveMarket): MeasuredMoves => {
  const steps = measureMoves(market)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

export const look = (market: MoveMarket, memory: MoveMemory): Moves => findMoves(market, measured(market), memory)

export const remembered = (memory: MoveMemory, kept: MoveMemory) => ({
  standings: newest(memory.standings, kept.standings, ({ competitorId }) => competitorId),
  situations: newest(memory.situations, kept.situations, ({ fingerprint }) => fingerprint),
})

export const inShort = (told: { week: number; move: Move }[]): string[] =>
  told.map(({ week, move: { alert } }) => `${week}: ${alert.name} ${alert.move}`)

const newest = <Row>(known: readonly Row[], kept: readonly Row[], keyOf: (row: Row) => string): Row[] => [
  ...new Map([...known, ...kept].map((row) => [keyOf(row), row])).values(),
]
