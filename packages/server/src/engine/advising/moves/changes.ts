import { spreadOf, type Interval } from '../../scoring/interval.ts'
import { promptMeans, weightOf } from '../../scoring/prompt-means.ts'
import { isPlatformWide } from '../../scoring/report.ts'
import { sampleOf, score, shown } from '../../scoring/score.ts'
import { shareChange, sharedNamings, type NamingPair } from '../../scoring/share-change.ts'
import { shareOfVoice, type ShareOfVoice } from '../../scoring/share-of-voice.ts'
import { platformWideInSteps, sharedMeans, trend } from '../../scoring/trend.ts'
import { answerNoise } from './answer-noise.ts'
import { changeByPrompt, furthestPrompts } from './furthest-prompts.ts'
import type { MoveMarket } from './market.ts'
import { changeProbability } from './probability.ts'
import { shareNoises } from './share-noise.ts'

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

/** What all competitors are compared in. */
export type Compared = {
  market: MoveMarket
  /** Change of all tracked names together; null with fewer than two. */
  everyone: number | null
  pairs: NamingPair[]
  noises: ReadonlyMap<string, number>
  shares: { now: ShareOfVoice; before: ShareOfVoice }
  /** Valid answers of the window on platforms that weigh something. */
  answers: number
}

/** The steps to it. */
export function* comparing(market: MoveMarket): Generator<undefined, Compared> {
  const { brandId, competitors, current, previous, weights } = market
  const ids = [...new Set([brandId, ...competitors.map(({ id }) => id)])]
  const everyone = yield* platformWideInSteps(current, previous, ids, { weights })
  const pairs = sharedNamings(current, previous, ids)
  yield
  return {
    market,
    everyone,
    pairs,
    noises: shareNoises(pairs, ids),
    shares: { now: shareOfVoice(current, ids), before: shareOfVoice(previous, ids) },
    answers: sampleOf(current.filter(({ platform }) => weightOf(weights, platform) > 0)).answers,
  }
}

/** Of both measures, where there are two windows to compare. */
export const changesOf = (compared: Compared, competitor: Change['competitor']): Change[] =>
  [scoreMove(compared, competitor), shareMove(compared, competitor)].filter((change) => change !== null)

const scoreMove = ({ market, everyone, answers }: Compared, competitor: Change['competitor']): Change | null => {
  const { current, previous, weights, competitors } = market
  const change = trend(current, previous, competitor.id, { weights })
  const [now, before] = [current, previous].map((cells) => score(cells, competitor.id, { weights }))
  if (!now || !before || change.current === null || change.previous === null) return null
  const means = [current, previous].map((cells) => promptMeans(cells, competitor.id))
  const { changes } = sharedMeans(means[0]!, means[1]!, weights)
  const spread = spreadOf(changes, weights)
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
    answers,
    probability: spread ? changeProbability((change.current - change.previous) / 100, spread, noise) : 1,
    promptIds: furthestPrompts(changeByPrompt(changes, weights), change.delta),
  }
}

const shareMove = ({ pairs, noises, shares }: Compared, competitor: Change['competitor']): Change | null => {
  const change = shareChange(pairs, competitor.id)
  if (!change?.spread) return null
  return {
    move: 'sov_moved',
    competitor,
    previous: shareOf(shares.before, competitor.id),
    current: shareOf(shares.now, competitor.id),
    delta: change.delta,
    interval: change.currentInterval,
    significant: change.significant,
    // Shares always sum to the same: they never all go one way.
    platformWide: false,
    answers: shares.now.answers,
    probability: changeProbability(
      (change.current - change.previous) / 100,
      change.spread,
      noises.get(competitor.id) ?? 0,
    ),
    promptIds: furthestPrompts(change.byPrompt, change.delta),
  }
}

const shareOf = ({ entries }: ShareOfVoice, id: string): number =>
  entries.find((entry) => entry.kind === 'entity' && entry.entityId === id)?.score ?? 0
