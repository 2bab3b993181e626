import { byKey, type Cell } from './cells.ts'
import { changeInterval, scoreInterval, type Interval, type Spread } from './interval.ts'
import { deltaOf } from './trend.ts'

/** Change of a name's share of voice between two windows, over the pairs (prompt, platform) present in both. */
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
export const shareChange = (
  current: readonly Cell[],
  previous: readonly Cell[],
  entityIds: readonly string[],
  entityId: string,
): ShareChange | null => {
  const [now, before] = sharedCounts(current, previous, entityIds, entityId)
  if (now === null || before === null) return null
  const changes = now.influences.map(({ promptId, influence }, index) => ({
    promptId,
    change: influence - before.influences[index]!.influence,
  }))
  const spread = spreadOfInfluences(
    changes.map(({ change }) => change),
    now,
  )
  const interval = changeInterval(now.share - before.share, spread)
  return {
    delta: deltaOf(100 * now.share, 100 * before.share),
    interval,
    significant: interval !== null && (interval[0] > 0 || interval[1] < 0),
    currentInterval: scoreInterval(
      now.share,
      spreadOfInfluences(
        now.influences.map(({ influence }) => influence),
        now,
      ),
    ),
    spread,
    previous: 100 * before.share,
    current: 100 * now.share,
    byPrompt: new Map(changes.map(({ promptId, change }) => [promptId, 100 * change])),
  }
}

type Window = { share: number; namings: number; influences: { promptId: string; namings: number; influence: number }[] }
type PromptCount = { named: number; namings: number }

const sharedCounts = (
  current: readonly Cell[],
  previous: readonly Cell[],
  entityIds: readonly string[],
  entityId: string,
): [Window | null, Window | null] => {
  const answered = (cells: readonly Cell[]) =>
    new Set(cells.filter(({ outcomes }) => outcomes.ok > 0).map((cell) => pairOf(cell)))
  const [now, before] = [answered(current), answered(previous)]
  const isShared = (cell: Cell): boolean => now.has(pairOf(cell)) && before.has(pairOf(cell))
  const ids = [...new Set(entityIds)]
  return [windowOf(current.filter(isShared), ids, entityId), windowOf(previous.filter(isShared), ids, entityId)]
}

const pairOf = ({ platform, promptId }: Cell): string => `${platform} ${promptId}`

const windowOf = (cells: readonly Cell[], entityIds: readonly string[], entityId: string): Window | null => {
  const prompts = new Map<string, PromptCount>()
  for (const { promptId, entities } of cells) {
    const count = prompts.get(promptId) ?? { named: 0, namings: 0 }
    prompts.set(promptId, count)
    count.named += entities[entityId]?.named ?? 0
    for (const id of entityIds) count.namings += entities[id]?.named ?? 0
  }
  const counts = byKey(prompts)
  const namings = counts.reduce((sum, [, count]) => sum + count.namings, 0)
  if (namings === 0) return null
  const share = counts.reduce((sum, [, count]) => sum + count.named, 0) / namings
  return {
    share,
    namings,
    influences: counts.map(([promptId, count]) => ({
      promptId,
      namings: count.namings,
      influence: (count.named - share * count.namings) / namings,
    })),
  }
}

const spreadOfInfluences = (influences: readonly number[], { namings, influences: prompts }: Window): Spread | null => {
  const count = influences.length
  if (count < 2) return null
  const sumOf = (power: number): number => prompts.reduce((sum, prompt) => sum + (prompt.namings / namings) ** power, 0)
  return {
    variance: (count / (count - 1)) * influences.reduce((sum, influence) => sum + influence ** 2, 0),
    // Satterthwaite, as for a score: few prompts that bring up most of the names leave few degrees of freedom.
    prompts: Math.max(2, sumOf(2) ** 2 / sumOf(4)),
    answers: namings,
  }
}
