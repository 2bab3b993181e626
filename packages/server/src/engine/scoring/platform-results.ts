import { addEntityCount, emptyEntityCount, type Cell, type EntityCount, type Outcomes } from './cells.ts'
import type { Interval } from './interval.ts'
import { cellsByPlatform, outcomesOf, sampleOf, score, triggerRate, type Sample } from './score.ts'

/** What one platform's answers say of an entity. Every rate stands beside the counts it is made from. */
export type PlatformResult = {
  platform: string
  /** Points 0–100, not rounded; null without a valid answer, as are the rates. */
  score: number | null
  interval: Interval | null
  sample: Sample
  outcomes: Outcomes
  /** Share 0–1 of questions to which an AI answer was shown at all; null when none came back. */
  triggerRate: number | null
  /** Share 0–1 of valid answers that name the entity, be it to say that nothing is known of it. */
  mentionRate: number | null
  named: number
  acknowledgedAbsent: number
  /** Over the `placed` answers that name it as something known; null when there are none. */
  meanPlace: number | null
  placeSum: number
  placed: number
  /** Valid answers that offer it as an option. */
  listed: number
  /** Share 0–1 of valid answers that cite a page of its own domains, whether or not they name it. */
  citationRate: number | null
  cited: number
  sentiment: EntityCount['sentiment']
}

/** Ordered by platform; also platforms that gave no valid answer, with their outcomes. Answers count alike here. */
export const platformResults = (cells: readonly Cell[], entityId: string): PlatformResult[] =>
  cellsByPlatform(cells).map(([platform, ownCells]) => platformResult(platform, ownCells, entityId))

/** @param ownCells the platform's; none when it was not asked */
export const platformResult = (platform: string, ownCells: readonly Cell[], entityId: string): PlatformResult => {
  const ofPlatform = score(ownCells, entityId)?.platforms[0]
  const outcomes = outcomesOf(ownCells)
  const count = countOf(ownCells, entityId)
  const placed = count.places.reduce((sum, answers) => sum + answers, 0)
  return {
    platform,
    score: ofPlatform?.score ?? null,
    interval: ofPlatform?.interval ?? null,
    sample: sampleOf(ownCells),
    outcomes,
    triggerRate: triggerRate(outcomes),
    mentionRate: ratio(count.named, outcomes.ok),
    named: count.named,
    acknowledgedAbsent: count.acknowledgedAbsent,
    meanPlace: ratio(count.placeSum, placed),
    placeSum: count.placeSum,
    placed,
    listed: count.listed,
    citationRate: ratio(count.cited, outcomes.ok),
    cited: count.cited,
    sentiment: count.sentiment,
  }
}

const countOf = (cells: readonly Cell[], entityId: string): EntityCount => {
  const sum = emptyEntityCount()
  for (const cell of cells) {
    const count = cell.entities[entityId]
    if (count !== undefined) addEntityCount(sum, count)
  }
  return sum
}

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
