import { Problem, type Operations, type OutputOf } from '@sightline/sdk'
import { answerValue } from '../../engine/scoring/answer-value.ts'
import {
  byPrompt,
  changeParts,
  platformParts,
  scoreParts,
  type ChangePart,
  type PromptParts,
} from '../../engine/scoring/explain.ts'
import { narrower } from '../../engine/scoring/sample-size.ts'
import { labelOf, oneDecimal, rounded, type DatedCell } from '../../engine/scoring/report.ts'
import { score, shown } from '../../engine/scoring/score.ts'
import { spanScore, twoDecimals, type DayRange } from '../../engine/scoring/span-score.ts'
import { addDays, parseWindow } from '../../engine/scoring/windows.ts'
import { bestAndWorstAnswers, type EvidenceRow } from '../../store/advising/evidence.ts'
import { promptTexts } from '../../store/measuring/prompts.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { cellsOf, queryPanel, standingOf, windowOf, type Panel } from './panel-query.ts'
import { changeBetween, spanBefore } from './score-comparison.ts'
import { organizationOf } from '../tenant.ts'

type Explanation = OutputOf<Operations['explainScore']>

/** What moved a change most: more is a table nobody reads. */
const MOVERS = 10
/** Evidence is looked for in the last days of a span: reading a year of answers for two of them would be a waste. */
const EVIDENCE_DAYS = 28

export const scoreExplanationHandlers: Pick<Handlers, 'explainScore'> = {
  explainScore: async (context, { params, query }) => {
    const panel = await queryPanel(context, params.id, query)
    const { current, previous } = windowOf(panel, query.window)
    const earlier =
      query.compareWindow === 'previous' ? previous : spanBefore(current, parseWindow(query.compareWindow) ?? 0)
    const [after, before] = await Promise.all([cellsOf(context, panel, current), cellsOf(context, panel, earlier)])
    const measured = spanScore(after, panel.brand.id, panel.weights)
    if (!measured) throw new Problem('score_not_available')
    const movers = changeParts(after, before, panel.brand.id, panel.weights)
    const prompts = byPrompt(scoreParts(after, panel.brand.id, panel.weights), query.order)
    const shownPrompts = prompts.slice(0, query.limit)
    const ids = new Set([...shownPrompts, ...movers.slice(0, MOVERS)].map(({ promptId }) => promptId))
    const look = lookUp(context, panel, [...ids], query.evidence)
    const [texts, evidence, evidenceBefore] = await Promise.all([
      promptTexts(context.db, organizationOf(context), [...ids]),
      look(current),
      look(earlier),
    ])
    return {
      ...standingOf(panel, after),
      ...current,
      window: query.window,
      platform: panel.platform,
      ...measured,
      ...platformsOf(panel, after),
      prompts: shownPrompts.map((prompt) => promptOf(prompt, texts, evidence)),
      rest: restOf(prompts.slice(query.limit)),
      change: await changeOf(panel, { after, before }, earlier, movers, (mover) => ({
        promptId: mover.promptId,
        prompt: texts.get(mover.promptId) ?? '',
        platform: mover.platform,
        contribution: twoDecimals(mover.contribution),
        before: { ...sideOf(mover.before), evidence: evidenceBefore(mover) },
        after: { ...sideOf(mover.after), evidence: evidence(mover) },
      })),
      narrower: narrowerOf(panel, after, query.intervalWidth),
    }
  },
}

type EvidenceOf = (cell: {
  platform: string
  promptId: string
}) => Explanation['prompts'][number]['platforms'][number]['evidence']

/** Reads the evidence of some prompts, and gives it by prompt and platform. */
function lookUp(
  context: Context,
  panel: Panel,
  promptIds: string[],
  each: number,
): (span: DayRange) => Promise<EvidenceOf> {
  return async ({ from, to }) => {
    const recent = addDays(to, 1 - EVIDENCE_DAYS)
    const rows = await bestAndWorstAnswers(context.db, organizationOf(context), panel.brand.id, {
      from: from > recent ? from : recent,
      to,
      promptIds,
      platform: panel.platform,
      entityId: panel.brand.id,
      each,
    })
    const byCell = Map.groupBy(rows, keyOf)
    return (cell) =>
      (byCell.get(keyOf(cell)) ?? []).map(({ answerId, place }) => ({
        answerId,
        place,
        value: place === null ? 0 : answerValue(place),
      }))
  }
}

const keyOf = ({ platform, promptId }: Pick<EvidenceRow, 'platform' | 'promptId'>): string => `${platform} ${promptId}`

function platformsOf(panel: Panel, cells: DatedCell[]): Pick<Explanation, 'exact' | 'platforms'> {
  // Not null: the span has a score.
  const scored = score(cells, panel.brand.id, { weights: panel.weights })!
  const parts = platformParts(cells, panel.brand.id, panel.weights)
  return {
    exact: twoDecimals(scored.composite),
    platforms: scored.platforms.map((platform, index) => ({
      slug: platform.platform,
      label: labelOf(platform.platform),
      score: shown(platform.score),
      exact: twoDecimals(platform.score),
      weight: scored.weights[platform.platform] ?? 1,
      contribution: twoDecimals(parts[index]?.contribution ?? 0),
      interval: rounded(platform.interval),
      sample: platform.sample,
    })),
  }
}

function promptOf(
  { parts, ...prompt }: PromptParts,
  texts: Map<string, string>,
  evidence: EvidenceOf,
): Explanation['prompts'][number] {
  return {
    ...prompt,
    prompt: texts.get(prompt.promptId) ?? '',
    ...sideOf(prompt),
    ...pointsOf(prompt),
    platforms: parts.map(({ promptId: _promptId, ...part }) => ({
      ...part,
      ...sideOf(part),
      ...pointsOf(part),
      evidence: evidence({ platform: part.platform, promptId: prompt.promptId }),
    })),
  }
}

/** Four decimals of a mean value are a hundredth of a point. */
const sideOf = ({ value, answers }: { value: number; answers: number }) => ({
  value: Math.round(value * 10_000) / 10_000,
  answers,
})

const pointsOf = ({ contribution, potential }: { contribution: number; potential: number }) => ({
  contribution: twoDecimals(contribution),
  potential: twoDecimals(potential),
})

const restOf = (prompts: PromptParts[]): Explanation['rest'] => ({
  prompts: prompts.length,
  ...pointsOf({
    contribution: prompts.reduce((sum, prompt) => sum + prompt.contribution, 0),
    potential: prompts.reduce((sum, prompt) => sum + prompt.potential, 0),
  }),
})

type Change = NonNullable<Explanation['change']>

async function changeOf(
  panel: Panel,
  { after, before }: { after: DatedCell[]; before: DatedCell[] },
  earlier: DayRange,
  parts: ChangePart[],
  moverOf: (part: ChangePart) => Change['movers'][number],
): Promise<Change | null> {
  const change = await changeBetween(panel, after, before)
  if (!change) return null
  const others = parts.slice(MOVERS)
  return {
    ...earlier,
    ...change,
    unpaired: {
      before: scoreParts(before, panel.brand.id, panel.weights).length - change.pairs,
      after: scoreParts(after, panel.brand.id, panel.weights).length - change.pairs,
    },
    movers: parts.slice(0, MOVERS).map(moverOf),
    rest: {
      pairs: others.length,
      contribution: twoDecimals(others.reduce((sum, part) => sum + part.contribution, 0)),
    },
  }
}

function narrowerOf(panel: Panel, cells: DatedCell[], wishedWidth: number | undefined): Explanation['narrower'] {
  const found = narrower(cells, panel.brand.id, panel.weights, wishedWidth)
  if (!found) return null
  const { wish } = found
  return {
    ...found,
    width: oneDecimal(found.width),
    halvedWidth: oneDecimal(found.halvedWidth),
    wish: {
      ...wish,
      width: oneDecimal(wish.width),
      narrowestByAnswers: wish.narrowestByAnswers === null ? null : oneDecimal(wish.narrowestByAnswers),
    },
  }
}
