import { platformResults } from './platform-results.ts'
import type { DatedCell } from './report.ts'
import { score, SCORING_VERSION } from './score.ts'
import type { Interval } from './interval.ts'
import { shareOfVoice } from './share-of-voice.ts'

/** One row of a dataset that has a row a day; `body` is flat. */
export type DailyResult = {
  dataset: 'scores' | 'platform-results' | 'share-of-voice'
  /** The same for the same row whenever it is made. */
  id: string
  day: string
  body: Record<string, string | number | boolean | null>
}

export type DailyPanel = {
  brandId: string
  /** The brand first. */
  entities: readonly { id: string; kind: 'brand' | 'competitor'; name: string }[]
  weights: Readonly<Record<string, number>>
}

/** What one day's answers alone say; the cells are the panel's. */
export function dailyResults(day: string, cells: readonly DatedCell[], panel: DailyPanel): DailyResult[] {
  if (cells.length === 0) return []
  return [...scoreRows(day, cells, panel), ...resultRows(day, cells, panel), ...shareRows(day, cells, panel)]
}

function scoreRows(day: string, cells: readonly DatedCell[], { brandId, weights }: DailyPanel): DailyResult[] {
  const scored = score(cells, brandId, { weights })
  if (!scored) return []
  const row = (platform: string | null, points: number, interval: Interval | null, sample: object): DailyResult => ({
    dataset: 'scores',
    id: `${brandId}.${day}.${platform ?? 'all'}`,
    day,
    body: {
      platform,
      score: hundredths(points),
      intervalLow: interval && hundredths(interval[0]),
      intervalHigh: interval && hundredths(interval[1]),
      ...sample,
      scoringVersion: SCORING_VERSION,
      simulated: isSimulated(cells, platform),
    },
  })
  return [
    row(null, scored.composite, scored.interval, scored.sample),
    ...scored.platforms.map((of) => row(of.platform, of.score, of.interval, of.sample)),
  ]
}

function resultRows(day: string, cells: readonly DatedCell[], { brandId, entities }: DailyPanel): DailyResult[] {
  return entities.flatMap((entity) =>
    platformResults(cells, entity.id).map(({ platform, outcomes, ...result }): DailyResult => {
      const { ok, ...unmeasured } = outcomes
      return {
        dataset: 'platform-results',
        id: `${brandId}.${day}.${platform}.${entity.id}`,
        day,
        body: {
          platform,
          ...entityFields(entity),
          score: result.score === null ? null : hundredths(result.score),
          answers: ok,
          ...unmeasured,
          named: result.named,
          acknowledgedAbsent: result.acknowledgedAbsent,
          placed: result.placed,
          placeSum: result.placeSum,
          listed: result.listed,
          cited: result.cited,
          ...result.sentiment,
          simulated: isSimulated(cells, platform),
        },
      }
    }),
  )
}

function shareRows(day: string, cells: readonly DatedCell[], { brandId, entities }: DailyPanel): DailyResult[] {
  const voice = shareOfVoice(
    cells,
    entities.map(({ id }) => id),
  )
  const byId = new Map(entities.map((entity) => [entity.id, entity]))
  return voice.entries.flatMap((entry): DailyResult[] => {
    const entity = entry.kind === 'entity' ? byId.get(entry.entityId) : undefined
    if (!entity) return []
    const counts = { share: entry.score, named: entry.named, answers: voice.answers }
    const body = { ...entityFields(entity), ...counts, simulated: isSimulated(cells, null) }
    return [{ dataset: 'share-of-voice', id: `${brandId}.${day}.${entity.id}`, day, body }]
  })
}

const entityFields = ({ id, kind, name }: DailyPanel['entities'][number]) => ({
  entityId: id,
  entityKind: kind,
  entityName: name,
})

const isSimulated = (cells: readonly DatedCell[], platform: string | null): boolean =>
  cells.some((cell) => cell.simulated > 0 && (platform === null || cell.platform === platform))

/** Two decimals; the margin absorbs the noise of sums, so that the same counts always give the same row. */
const hundredths = (points: number): number => Math.round(points * 100 + 1e-9) / 100
