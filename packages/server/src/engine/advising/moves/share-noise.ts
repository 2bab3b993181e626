import type { NamingPair } from '../../scoring/share-change.ts'

/**
 * Variance of each name's change of share of voice, as a share of 1, if nothing had changed but which answers were given:
 * each answer to a pair (prompt, platform) names each entity with the pair's own frequency over both windows, whoever
 * else it names. A change between the windows makes it larger.
 */
export const shareNoises = (pairs: readonly NamingPair[], entityIds: readonly string[]): Map<string, number> => {
  const spreads = pairs.map((pair) => spreadsOfAnswer(pair, entityIds))
  const noises = new Map<string, number>()
  for (const [at, entityId] of entityIds.entries()) {
    let noise = 0
    for (const window of ['now', 'before'] as const) {
      const namings = pairs.reduce((sum, pair) => sum + pair[window].namings, 0)
      const share = pairs.reduce((sum, pair) => sum + (pair[window].named[entityId] ?? 0), 0) / namings
      for (const [index, pair] of pairs.entries()) {
        const { own, all } = spreads[index]!
        // What an answer adds beyond the share's part in all that it names.
        const spread = (1 - share) ** 2 * own[at]! + share ** 2 * (all - own[at]!)
        noise += (pair[window].answers * spread) / namings ** 2
      }
    }
    noises.set(entityId, noise)
  }
  return noises
}

/** Variance of whether one answer names each entity, and their sum. */
const spreadsOfAnswer = ({ now, before }: NamingPair, ids: readonly string[]): { own: number[]; all: number } => {
  const answers = now.answers + before.answers
  const own = ids.map((id) => {
    const frequency = ((now.named[id] ?? 0) + (before.named[id] ?? 0)) / answers
    return frequency * (1 - frequency) * (answers / (answers - 1))
  })
  return { own, all: own.reduce((sum, spread) => sum + spread, 0) }
}
