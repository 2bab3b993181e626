import { promptMeans, weightOf } from '../scoring/prompt-means.ts'
import { isPlatformWide } from '../scoring/report.ts'
import { sampleOf, score, shown } from '../scoring/score.ts'
import { shareChange } from '../scoring/share-change.ts'
import { shareOfVoice } from '../scoring/share-of-voice.ts'
import { spreadOf, type Interval } from '../scoring/interval.ts'
import { platformWide, sharedMeans, trend } from '../scoring/trend.ts'
import { answerNoise } from './answer-noise.ts'
import type { MoveMarket } from './market.ts'
import { changeByPrompt, furthestPrompts } from './furthest-prompts.ts'
import { changeProbability } from './probability.ts'
import { shareNoise } from './share-noise.ts'

/** How a competitor's score or share of voice changed from the window before to the window. */
export type Change = {
  move: 'score_moved' | 'sov_moved'
  competitor: { id: string; name: string }
  /** Points as they are shown: integers. */
  previous: number
  current: number
  /** Points, one decimal, over the pairs in both windows. */
  delta: number
  /** Of `current`. */
  interval: Interval | null
  significant: boolean
  platformWide: boolean
  /** Valid answers behind `current`. */
  answers: number
  /** How probable so large a change is if nothing changed; 1 where too few prompts tell. */
  probability: number
  /** Prompts that changed most in its direction, the furthest first. */
  promptIds: string[]
}

/** Of all competitors, both measures, where there are two windows to compare. */
export const changesOf = (market: MoveMarket): Change[] => {
  const { brandId, competitors, current, previous, weights } = market
  const ids = [brandId, ...competitors.map(({ id }) => id)]
  const everyone = platformWide(current, previous, ids, { weights })
  const shares = [current, previous].map((cells) => shareOfVoice(cells, ids))
  const shareIn = (index: number, id: string): number =>
    shares[index]!.entries.find((entry) => entry.kind === 'entity' && entry.entityId === id)?.score ?? 0
  return competitors.flatMap((competitor) => {
    const scored = scoreMove(market, competitor, everyone)
    const shared = shareMove(market, competitor, ids)
    return [
      ...(scored ? [scored] : []),
      ...(shared
        ? [
            {
              ...shared,
              previous: shareIn(1, competitor.id),
              current: shareIn(0, competitor.id),
              answers: shares[0]!.answers,
            },
          ]
        : []),
    ]
  })
}

const scoreMove = (
  { current, previous, weights, competitors }: MoveMarket,
  competitor: Change['competitor'],
  everyone: number | null,
): Change | null => {
  const change = trend(current, previous, competitor.id, { weights })
  const [now, before] = [current, previous].map((cells) => score(cells, competitor.id, { weights }))
  const means = [current, previous].map((cells) => promptMeans(cells, competitor.id))
  const { changes } = sharedMeans(means[0]!, means[1]!, weights)
  const spread = spreadOf(changes, weights)
  if (!now || !before || change.current === null || change.previous === null) return null
  const noise = answerNoise(current, previous, competitor.id, weights)
  return {
    move: 'score_moved',
    competitor,
    previous: shown(before.composite),
    current: shown(now.composite),
    delta: change.delta,
    interval: now.interval,
    significant: change.significant,
    platformWide: isPlatformWide(change, everyone, competitors.length + 1),
    answers: sampleOf(current.filter(({ platform }) => weightOf(weights, platform) > 0)).answers,
    probability: spread ? changeProbability((change.current - change.previous) / 100, spread, noise) : 1,
    promptIds: furthestPrompts(changeByPrompt(changes, weights), change.delta),
  }
}

/** Without what is shown of all shares together. */
const shareMove = (
  { current, previous }: MoveMarket,
  competitor: Change['competitor'],
  ids: readonly string[],
): Omit<Change, 'previous' | 'current' | 'answers'> | null => {
  const change = shareChange(current, previous, ids, competitor.id)
  if (!change?.spread) return null
  return {
    move: 'sov_moved',
    competitor,
    delta: change.delta,
    interval: change.currentInterval,
    significant: change.significant,
    // Shares always sum to the same: they never all go one way.
    platformWide: false,
    probability: changeProbability(
      (change.current - change.previous) / 100,
      change.spread,
      shareNoise(current, previous, ids, competitor.id),
    ),
    promptIds: furthestPrompts(change.byPrompt, change.delta),
  }
}
