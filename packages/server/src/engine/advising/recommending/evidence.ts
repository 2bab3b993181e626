import type { RecommendationEvidence } from '@sightline/sdk'
import type { Advice } from './advice.ts'
import type { Lift } from './lift.ts'
import { answersOf, mostNamed, namedIn, sumOf, type MeasuredCell, type Situation } from './situation.ts'

const SHOWN_PROMPTS = 20
const SHOWN_RIVALS = 10

/** What a reader can check the advice against: counts of its cells, beside what the detector found. */
export function evidenceOf(situation: Situation, advice: Advice, lift: Lift): RecommendationEvidence {
  // In the order of the lift's cells: what weighs most comes first.
  const cells = lift.cells.flatMap(({ promptId, platform }) => situation.cell(promptId, platform) ?? [])
  const byPrompt = [...Map.groupBy(cells, ({ promptId }) => promptId)]
  const byPlatform = [...Map.groupBy(cells, ({ platform }) => platform)]
  const named = (of: readonly MeasuredCell[], id: string): number => sumOf(of, (cell) => namedIn(cell, id))
  const shares = (of: readonly MeasuredCell[]) => ({ answers: answersOf(of), named: named(of, situation.brand.id) })
  return {
    prompts: byPrompt.slice(0, SHOWN_PROMPTS).map(([promptId, of]) => ({
      promptId,
      prompt: situation.prompt(promptId).text,
      ...shares(of),
      rivals: Math.max(0, ...advice.havers.map((id) => named(of, id))),
    })),
    promptCount: byPrompt.length,
    platforms: byPlatform
      .map(([slug, of]) => ({ slug, ...shares(of) }))
      .toSorted((one, other) => (one.slug < other.slug ? -1 : 1)),
    rivals: mostNamed(cells, advice.havers)
      .slice(0, SHOWN_RIVALS)
      .map(({ id, named }) => ({ entityId: id, name: situation.rival(id).name, answers: answersOf(cells), named })),
    sources: advice.evidence.sources.slice(0, 20),
    searches: advice.evidence.searches,
    quotes: advice.evidence.quotes,
    answerIds: advice.evidence.answerIds,
  }
}
