import type { Cell } from '../scoring/cells.ts'

/**
 * Variance of a name's change of share of voice, as a share of 1, if nothing had changed but which answers were given: each
 * answer to a pair (prompt, platform) names each entity with the pair's own frequency over both windows, whoever else it
 * names. A change between the windows makes it larger.
 */
export const shareNoise = (
  current: readonly Cell[],
  previous: readonly Cell[],
  entityIds: readonly string[],
  entityId: string,
): number => {
  const ids = [...new Set(entityIds)]
  const before = countsOf(previous, ids)
  const pairs = [...countsOf(current, ids)].flatMap(([pair, now]) => {
    const earlier = before.get(pair)
    return earlier === undefined ? [] : [{ now, before: earlier }]
  })
  return (['now', 'before'] as const).reduce((sum, window) => {
    const namings = pairs.reduce((total, pair) => total + totalOf(pair[window]), 0)
    const share = pairs.reduce((total, pair) => total + (pair[window].named.get(entityId) ?? 0), 0) / namings
    const noise = pairs.reduce(
      (total, pair) => total + pair[window].answers * spreadOfAnswer(pair, ids, entityId, share),
      0,
    )
    return sum + noise / namings ** 2
  }, 0)
}

type Counts = { answers: number; named: Map<string, number> }
type Pair = { now: Counts; before: Counts }

/** Of what one answer adds beyond the share's part in all that it names. */
const spreadOfAnswer = ({ now, before }: Pair, ids: readonly string[], entityId: string, share: number): number => {
  const answers = now.answers + before.answers
  return ids.reduce((sum, id) => {
    const frequency = ((now.named.get(id) ?? 0) + (before.named.get(id) ?? 0)) / answers
    const weight = id === entityId ? 1 - share : share
    return sum + weight ** 2 * frequency * (1 - frequency) * (answers / (answers - 1))
  }, 0)
}

const totalOf = ({ named }: Counts): number => [...named.values()].reduce((sum, count) => sum + count, 0)

const countsOf = (cells: readonly Cell[], ids: readonly string[]): Map<string, Counts> => {
  const pairs = new Map<string, Counts>()
  for (const { platform, promptId, outcomes, entities } of cells) {
    if (outcomes.ok === 0) continue
    const pair = `${platform} ${promptId}`
    const counts = pairs.get(pair) ?? { answers: 0, named: new Map<string, number>() }
    pairs.set(pair, counts)
    counts.answers += outcomes.ok
    for (const id of ids) {
      const named = entities[id]?.named ?? 0
      if (named > 0) counts.named.set(id, (counts.named.get(id) ?? 0) + named)
    }
  }
  return pairs
}
