import { countCells, type Observation } from '../../engine/scoring/cells.ts'
import type { Db } from '../../base/db/db.ts'
import { observationsOfCells, type CellKey, type CountedObservation } from '../../store/reading/observations.ts'
import { saveRollups, type RollupRow } from '../../store/scoring/rollups.ts'

/** Counts anew, from all their observations, the cells that some answers lie in: doing it twice changes nothing. */
export async function countRollups(db: Db, organizationId: string, brandId: string, touched: CellKey[]): Promise<void> {
  const keys = new Map(
    touched.map(({ day, platform, promptId }) => [
      JSON.stringify([day, platform, promptId]),
      { day, platform, promptId },
    ]),
  )
  const observations = await observationsOfCells(db, organizationId, brandId, [...keys.values()])
  await saveRollups(db, organizationId, brandId, rollupsOf(observations))
}

/** The exact counts of some observations, one row a day, platform and prompt. */
export function rollupsOf(observations: CountedObservation[]): RollupRow[] {
  const byDay = Map.groupBy(observations, (observation) => observation.day)
  return [...byDay]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([day, ofDay]) => {
      const simulated = new Map<string, number>()
      for (const { platform, promptId, surface } of ofDay)
        if (surface === 'simulated')
          simulated.set(`${platform} ${promptId}`, (simulated.get(`${platform} ${promptId}`) ?? 0) + 1)
      return countCells(ofDay.map(toEngine)).map((cell) => ({
        day,
        ...cell,
        simulated: simulated.get(`${cell.platform} ${cell.promptId}`) ?? 0,
      }))
    })
}

function toEngine(observation: CountedObservation): Observation {
  const { promptId, platform, entities } = observation
  return {
    promptId,
    platform,
    entities,
    outcome:
      observation.outcome === 'not_triggered'
        ? 'notTriggered'
        : (observation.outcome as Exclude<Observation['outcome'], 'notTriggered'>),
  }
}
