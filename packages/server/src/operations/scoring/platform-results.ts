import { Problem, platformKey } from '@sightline/sdk'
import { platformResult, platformResults, type PlatformResult } from '../../engine/scoring/platform-results.ts'
import { labelOf, mostFrequentSurface, rounded, type DatedCell } from '../../engine/scoring/report.ts'
import { answersShown, shown } from '../../engine/scoring/score.ts'
import { isSimulated, type DayRange } from '../../engine/scoring/span-score.ts'
import { surfacesOf } from '../../store/scoring/rollups.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { cellsOf, isKnownPlatform, queryPanel, standingOf, windowOf, type Panel } from './panel-query.ts'
import { organizationOf } from '../tenant.ts'

type ResultHandlers = Pick<Handlers, 'listPlatformResults' | 'getPlatformResult'>
type Surfaces = { platform: string; surface: string; answers: number }[]

export const platformResultHandlers: ResultHandlers = {
  listPlatformResults: async (context, { params, query }) => {
    const panel = await queryPanel(context, params.id, { topic: query.topic, platform: query.platform })
    const { days, cells, surfaces } = await readWindow(context, panel, query.window)
    return {
      ...standingOf(panel, cells),
      ...days,
      window: query.window,
      topic: panel.topic,
      platform: panel.platform,
      data: platformResults(cells, panel.brand.id).map((result) => present(result, cells, surfaces)),
    }
  },

  getPlatformResult: async (context, { params, query }) => {
    const panel = await queryPanel(context, params.id, { topic: query.topic })
    if (!(await isKnownPlatform(context, params.id, params.slug)))
      throw new Problem('resource_not_found', {
        message: `There is no platform ${params.slug}; see GET /platforms.`,
      })
    const { days, cells, surfaces } = await readWindow(context, { ...panel, platform: params.slug }, query.window)
    return {
      ...standingOf(panel, cells),
      ...days,
      window: query.window,
      topic: panel.topic,
      ...present(platformResult(params.slug, cells, panel.brand.id), cells, surfaces),
    }
  },
}

async function readWindow(
  context: Context,
  panel: Panel,
  window: string,
): Promise<{ days: DayRange; cells: DatedCell[]; surfaces: Surfaces }> {
  const { current } = windowOf(panel, window)
  const [cells, surfaces] = await Promise.all([
    cellsOf(context, panel, current, panel.brand.id),
    surfacesOf(context.db, organizationOf(context), panel.brand.id, current),
  ])
  return { days: current, cells, surfaces }
}

function present({ platform, ...result }: PlatformResult, cells: readonly DatedCell[], surfaces: Surfaces) {
  const shownAnswers = answersShown(result.outcomes)
  return {
    slug: platform,
    key: platformKey(platform),
    label: labelOf(platform),
    surface: mostFrequentSurface(platform, surfaces),
    ...result,
    score: result.score === null ? null : shown(result.score),
    interval: rounded(result.interval),
    shown: shownAnswers,
    asked: shownAnswers + result.outcomes.notTriggered,
    simulated: isSimulated(cells.filter((cell) => cell.platform === platform)),
  }
}
