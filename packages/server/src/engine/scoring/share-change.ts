import { byKey, type Cell } from './cells.ts'
import { changeInterval, scoreInterval, type Interval, type Spread } from './interval.ts'
import { deltaOf } from './trend.ts'

/** Who is named by the valid answers to a pair (prompt, platform) that two windows share. */
export type NamingPair = { promptId: string; now: Namings; before: Namings }

/** `named`: answers by entity id. `namings`: their sum over the entities. */
export type Namings = { answers: number; named: Record<string, number>; namings: number }

/** The pairs that both windows have, in an order that does not depend on that of the cells. */
export const sharedNamings = (
  current: readonly Cell[],
  previous: readonly Cell[],
  entityIds: readonly string[],
): NamingPair[] => {
  const ids = [...new Set(entityIds)]
  const before = namingsOf(previous, ids)
  return byKey(namingsOf(current, ids)).flatMap(([pair, { promptId, ...now }]) => {
    const earlier = before.get(pair)
    if (earlier === undefined) return []
    const { promptId: _same, ...namings } = earlier
    return [{ promptId, now, before: namings }]
  })
}

/** Change of an entity's share of voice between two windows. */
export type ShareChange = {
  /** Points, one decimal, never −0. */
  delta: number
  /** Of the change; null with fewer than two prompts. */
  interval: Interval | null
  significant: boolean
  /** Of the share in the current window; null with fewer than two prompts. */
  currentInterval: Interval | null
  /** How far the change may lie from the truth, as shares of 1; null with fewer than two prompts. */
  spread: Spread | null
  /** Points, not rounded. */
  previous: number
  current: number
  /** Change of each prompt's part in it, in points, by prompt. */
  byPrompt: Map<string, number>
}

/**
 * A share of voice is a ratio of counts, so its variance is linearised: a prompt's influence is what its answers name of
 * the entity beyond the share's part in all they name. Null where a window names nobody, or shares no pair with the other.
 */
export const shareChange = (pairs: readonly NamingPair[], entityId: string): ShareChange | null => {
  const now = shareIn(pairs, 'now', entityId)
  const before = shareIn(pairs, 'before', entityId)
  if (now === null || before === null) return null
  const changes = now.influences.map((influence, index) => influence - before.influences[index]!)
  const spread = spreadOfInfluences(changes, now)
  const interval = changeInterval(now.share - before.share, spread)
  return {
    delta: deltaOf(100 * now.share, 100 * before.share),
    interval,
    significant: interval !== null && (interval[0] > 0 || interval[1] < 0),
    currentInterval: scoreInterval(now.share, spreadOfInfluences(now.influences, now)),
    spread,
    previous: 100 * before.share,
    current: 100 * now.share,
    byPrompt: new Map(changes.map((change, index) => [now.promptIds[index]!, 100 * change])),
  }
}

const namingsOf = (cells: readonly Cell[], ids: readonly string[]): Map<string, Namings & { promptId: string }> => {
  const pairs = new Map<string, Namings & { promptId: string }>()
  for (const { platform, promptId, outcomes, entities } of cells) {
    if (outcomes.ok === 0) continue
    const pair = `${platform} ${promptId}`
    const namings = pairs.get(pair) ?? { promptId, answers: 0, named: {}, namings: 0 }
    pairs.set(pair, namings)
    namings.answers += outcomes.ok
    for (const id of ids) {
      const named = entities[id]?.named ?? 0
      namings.named[id] = (namings.named[id] ?? 0) + named
      namings.namings += named
    }
  }
  return pairs
}

/** A share and what makes it, prompt by prompt in the order of `promptIds`. */
type Share = { share: number; namings: number; promptIds: string[]; namingsOf: number[]; influences: number[] }

const shareIn = (pairs: readonly NamingPair[], window: 'now' | 'before', entityId: string): Share | null => {
  const prompts = new Map<string, { named: number; namings: number }>()
  for (const pair of pairs) {
    const count = prompts.get(pair.promptId) ?? { named: 0, namings: 0 }
    prompts.set(pair.promptId, count)
    count.named += pair[window].named[entityId] ?? 0
    count.namings += pair[window].namings
  }
  const counts = byKey(prompts)
  const namings = counts.reduce((sum, [, count]) => sum + count.namings, 0)
  if (namings === 0) return null
  const share = counts.reduce((sum, [, count]) => sum + count.named, 0) / namings
  return {
    share,
    namings,
    promptIds: counts.map(([promptId]) => promptId),
    namingsOf: counts.map(([, count]) => count.namings),
    influences: counts.map(([, count]) => (count.named - share * count.namings) / namings),
  }
}

const spreadOfInfluences = (influences: readonly number[], { namings, namingsOf }: Share): Spread | null => {
  const count = influences.length
  if (count < 2) return null
  const sumOf = (power: number): number => namingsOf.reduce((sum, own) => sum + (own / namings) ** power, 0)
  return {
    variance: (count / (count - 1)) * influences.reduce((sum, influence) => sum + influence ** 2, 0),
    // Satterthwaite, as for a score: few prompts that bring up most of the names leave few degrees of freedom.
    prompts: Math.max(2, sumOf(2) ** 2 / sumOf(4)),
    answers: namings,
  }
}
