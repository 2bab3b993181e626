import { SCORING_VERSION } from '../../engine/scoring/score.ts'
import { shareOfVoice } from '../../engine/scoring/share-of-voice.ts'
import { isSimulated } from '../../engine/scoring/span-score.ts'
import type { Cell } from '../../engine/scoring/cells.ts'
import type { Handlers } from '../dispatcher.ts'
import { daysOfHistory, marksOf, namedCells, pointsOf, spanOfPoints } from './histories.ts'
import { entitiesOf, entityIdsOf, queryPanel, standingOf, windowOf, type Panel } from './panel-query.ts'
import { apart } from '../tenant.ts'
import { readUntracked } from '../measuring/untracked.ts'

type ShareHandlers = Pick<Handlers, 'getShareOfVoice' | 'getShareOfVoiceHistory'>

export const shareOfVoiceHandlers: ShareHandlers = {
  getShareOfVoice: async (context, { params, query }) => {
    const panel = await queryPanel(context, params.id, query)
    const { current } = windowOf(panel, query.window)
    const cells = await apart(context, (own) => namedCells(own, panel, current))
    const untracked = query.basis === 'all' ? await readUntracked(context, panel, current) : null
    const entities = new Map(allOf(panel).map((entity) => [entity.entityId, entity]))
    const { entries, ...shares } = sharesOf(panel, cells, untracked?.namingsIn(cells))
    return {
      ...standingOf(panel, cells),
      ...current,
      window: query.window,
      platform: panel.platform,
      topic: panel.topic,
      basis: query.basis,
      ...shares,
      answersLookedAt: untracked?.readIn(current) ?? null,
      entries: entries.map((entry) => ({ ...entities.get(entry.entityId)!, ...entry })),
    }
  },

  getShareOfVoiceHistory: async (context, { params, query }) => {
    const panel = await queryPanel(context, params.id, query)
    const days = daysOfHistory(panel, query)
    const untracked = query.basis === 'all' ? await readUntracked(context, panel, spanOfPoints(panel, query)) : null
    const [points, marks] = await apart(context, (own) =>
      Promise.all([
        pointsOf(
          panel,
          query,
          (span) => namedCells(own, panel, span),
          (cells, period) => {
            const shares = sharesOf(panel, cells, untracked?.namingsIn(cells))
            if (shares.answers === 0) return null
            return { ...shares, answersLookedAt: untracked?.readIn(period) ?? null, simulated: isSimulated(cells) }
          },
        ),
        marksOf(own, panel, days),
      ]),
    )
    return {
      brandId: panel.brand.id,
      asOf: panel.asOf,
      scoringVersion: SCORING_VERSION,
      simulated: points.some((point) => point.simulated),
      ...days,
      every: query.interval,
      platform: panel.platform,
      topic: panel.topic,
      basis: query.basis,
      entities: query.basis === 'all' ? allOf(panel) : entitiesOf(panel),
      points,
      marks,
    }
  },
}

const OTHER = 'other'

/** The tracked names, and all others as one. */
const allOf = (panel: Panel) => [...entitiesOf(panel), { entityId: OTHER, name: OTHER, kind: 'other' as const }]

/** The names' shares with the counts they are made from. @param others namings of untracked names, where they count */
export function sharesOf(panel: Panel, cells: readonly Cell[], others?: number) {
  const shares = shareOfVoice(cells, entityIdsOf(panel), others === undefined ? {} : { discovered: others })
  const entries = shares.entries.map((entry) => ({
    entityId: entry.kind === 'entity' ? entry.entityId : OTHER,
    score: entry.score,
    answers: entry.named,
  }))
  return {
    answers: shares.answers,
    namings: entries.reduce((sum, { answers }) => sum + answers, 0),
    entries,
  }
}
