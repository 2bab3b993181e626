import { SCORING_VERSION } from '../../engine/scoring/score.ts'
import { spanScore } from '../../engine/scoring/span-score.ts'
import type { Handlers } from '../dispatcher.ts'
import { daysOfHistory, marksOf, placedCells, pointsOf } from './histories.ts'
import { queryPanel } from './panel-query.ts'

export const scoreHistoryHandlers: Pick<Handlers, 'getScoreHistory'> = {
  getScoreHistory: async (context, { params, query }) => {
    const panel = await queryPanel(context, params.id, query)
    const days = daysOfHistory(panel, query)
    const brandId = panel.brand.id
    const [points, marks] = await Promise.all([
      pointsOf(
        panel,
        query,
        (span) => placedCells(context, panel, brandId, span),
        (cells) => spanScore(cells, brandId, panel.weights),
      ),
      marksOf(context, panel, days),
    ])
    return {
      brandId,
      asOf: panel.asOf,
      scoringVersion: SCORING_VERSION,
      simulated: points.some((point) => point.simulated),
      ...days,
      every: query.interval,
      platform: panel.platform,
      points,
      marks,
    }
  },
}
