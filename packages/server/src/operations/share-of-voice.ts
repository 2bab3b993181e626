import { SCORING_VERSION } from '../engine/scoring/score.ts'
import { shareOfVoice } from '../engine/scoring/share-of-voice.ts'
import { isSimulated } from '../engine/scoring/span-score.ts'
import type { Cell } from '../engine/scoring/cells.ts'
import type { Handlers } from './handle.ts'
import { daysOfHistory, marksOf, namedCells, pointsOf } from './histories.ts'
import { cellsOf, entitiesOf, entityIdsOf, openPanel, standingOf, windowOf, type Panel } from './measured.ts'

type ShareHandlers = Pick<Handlers, 'getShareOfVoice' | 'getShareOfVoiceHistory'>

export const shareOfVoiceHandlers: ShareHandlers = {
  getShareOfVoice: async (context, { params, query }) => {
    const panel = await openPanel(context, params.id, query)
    const { current } = windowOf(panel, query.window)
    const cells = await cellsOf(context, panel, current)
    const entities = new Map(entitiesOf(panel).map((entity) => [entity.entityId, entity]))
    const { entries, ...shares } = sharesOf(panel, cells)
    return {
      ...standingOf(panel, cells),
      ...current,
      window: query.window,
      platform: panel.platform,
      topic: panel.topic,
      basis: 'tracked' as const,
      ...shares,
      entries: entries.map((entry) => ({ ...entities.get(entry.entityId)!, ...entry })),
    }
  },

  getShareOfVoiceHistory: async (context, { params, query }) => {
    const panel = await openPanel(context, params.id, query)
    const days = daysOfHistory(panel, query)
    const [points, marks] = await Promise.all([
      pointsOf(
        panel,
        query,
        (span) => namedCells(context, panel, span),
        (cells) => {
          const shares = sharesOf(panel, cells)
          return shares.answers === 0 ? null : { ...shares, simulated: isSimulated(cells) }
        },
      ),
      marksOf(context, panel, days),
    ])
    return {
      brandId: panel.brand.id,
      asOf: panel.asOf,
      scoringVersion: SCORING_VERSION,
      simulated: points.some((point) => point.simulated),
      ...days,
      every: query.interval,
      platform: panel.platform,
      topic: panel.topic,
      basis: 'tracked' as const,
      entities: entitiesOf(panel),
      points,
      marks,
    }
  },
}

/** The tracked names' shares with the counts they are made from. */
export function sharesOf(panel: Panel, cells: readonly Cell[]) {
  const shares = shareOfVoice(cells, entityIdsOf(panel))
  const entries = shares.entries.flatMap((entry) =>
    entry.kind === 'entity' ? [{ entityId: entry.entityId, score: entry.score, answers: entry.named }] : [],
  )
  return {
    answers: shares.answers,
    namings: entries.reduce((sum, { answers }) => sum + answers, 0),
    entries,
  }
}
