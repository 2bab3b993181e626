import { Problem, platformSlugs, type Brand } from '@sightline/sdk'
import type { DatedCell } from '../../engine/scoring/report.ts'
import { SCORING_VERSION } from '../../engine/scoring/score.ts'
import { isSimulated, type DayRange } from '../../engine/scoring/span-score.ts'
import { windowDays } from '../../engine/scoring/windows.ts'
import { listCompetitors } from '../../store/measuring/competitors.ts'
import { lastDayOf, rollupsOf } from '../../store/scoring/rollups.ts'
import { hasRunOn } from '../../store/measuring/runs.ts'
import { panelPromptIds, platformWeightsOf } from '../../store/scoring/score-inputs.ts'
import type { Context } from '../context.ts'
import { COMPETITORS_PER_BRAND } from '../accounts/limits.ts'
import { organizationOf, requireBrand } from '../tenant.ts'

/** What of a brand's measurements a question is about. */
export type Selection = { platform?: string | undefined; topic?: string | undefined }

/** What is measured of a brand, and how far it reaches. */
export type Panel = {
  brand: Brand
  /** Last day with answers. */
  asOf: string
  promptIds: string[]
  /** Oldest first. */
  competitors: { id: string; name: string }[]
  /** Of the platforms in the composite; all alike where one platform is asked for, whose score is then its own. */
  weights: Record<string, number>
  platform: string | null
  topic: string | null
}

/** @throws Problem resource_not_found, invalid_parameter for an unknown platform or topic, score_not_available before the first answers */
export async function queryPanel(context: Context, brandId: string, { platform, topic }: Selection): Promise<Panel> {
  const organizationId = organizationOf(context)
  const [brand, promptIds, competitors, weights, asOf] = await Promise.all([
    requireBrand(context, brandId),
    panelPromptIds(context.db, organizationId, brandId, topic ?? null),
    listCompetitors(context.db, organizationId, brandId, { limit: COMPETITORS_PER_BRAND, after: null }),
    platformWeightsOf(context.db, organizationId),
    lastDayOf(context.db, organizationId, brandId),
  ])
  if (topic !== undefined && promptIds.length === 0)
    throw refused('topic', 'unknown_topic', `No active, unbranded prompt has the topic ${topic}.`)
  if (platform !== undefined && !(await isKnownPlatform(context, brandId, platform)))
    throw refused('platform', 'unknown_platform', `There is no platform ${platform}; see GET /platforms.`)
  if (asOf === undefined) throw new Problem('score_not_available')
  return {
    brand,
    asOf,
    promptIds,
    competitors,
    weights: platform === undefined ? (weights ?? {}) : {},
    platform: platform ?? null,
    topic: topic ?? null,
  }
}

/** One of the catalogue, or one that an import of the brand brought. */
export async function isKnownPlatform(context: Context, brandId: string, slug: string): Promise<boolean> {
  return (
    (platformSlugs as readonly string[]).includes(slug) ||
    (await hasRunOn(context.db, organizationOf(context), brandId, slug))
  )
}

/** A parameter that is well formed and yet wrong here. */
export const refused = (path: string, code: string, message: string): Problem =>
  new Problem('invalid_parameter', { message, details: [{ path, code, message }] })

/** The panel's cells of some days. @param entityId whose counts alone are needed: all others stay in the database */
export async function cellsOf(
  context: Context,
  panel: Panel,
  days: DayRange,
  entityId: string | null = null,
): Promise<DatedCell[]> {
  const { promptIds, platform } = panel
  const filter = { ...days, promptIds, platform, entityId }
  return rollupsOf(context.db, organizationOf(context), panel.brand.id, filter)
}

/** The days of a window that ends with the last day with answers, and of the one before. */
export const windowOf = (panel: Panel, window: string): { current: DayRange; previous: DayRange } => {
  const { from, to, previousFrom, previousTo } = windowDays(window, panel.asOf)
  return { current: { from, to }, previous: { from: previousFrom, to: previousTo } }
}

/** Beside every measurement. */
export const standingOf = (panel: Panel, cells: readonly DatedCell[]) => ({
  brandId: panel.brand.id,
  asOf: panel.asOf,
  scoringVersion: SCORING_VERSION,
  simulated: isSimulated(cells),
})

/** The brand and its competitors, as they are called. */
export const entitiesOf = ({ brand, competitors }: Panel) => [
  { entityId: brand.id, name: brand.name, kind: 'brand' as const },
  ...competitors.map(({ id, name }) => ({ entityId: id, name, kind: 'competitor' as const })),
]

export const entityIdsOf = (panel: Panel): string[] => entitiesOf(panel).map(({ entityId }) => entityId)
