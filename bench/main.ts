import { closeTestCluster } from '../test/support/cluster.ts'
import { benchDeliveries } from './deliveries.ts'
import { benchDeliveriesKilled } from './deliveries-killed.ts'
import { benchExport } from './export.ts'
import { benchExtraction } from './extraction.ts'
import { benchFlood } from './flood.ts'
import { benchKeys } from './keys.ts'
import { benchPages } from './pages.ts'
import { benchGrowth } from './growth.ts'
import { benchIntervals } from './intervals.ts'
import { benchMcp } from './mcp.ts'
import { benchMoves } from './moves.ts'
import { benchPartition } from './partition.ts'
import { benchPipeline } from './pipeline.ts'
import { benchProcesses } from './processes.ts'
import { benchRecommendationLift } from './recommendation-lift.ts'
import { benchScoreRead } from './score-read.ts'
import { benchScoreSize } from './score-size.ts'
import { benchSoak } from './soak.ts'
import { benchStoredBytes } from './stored-bytes.ts'
import { trainDetector } from './train-detector.ts'
import { benchWeb } from './web.ts'

const benches: Record<string, () => Promise<void>> = {
  deliveries: benchDeliveries,
  'deliveries-killed': benchDeliveriesKilled,
  export: benchExport,
  extraction: benchExtraction,
  flood: benchFlood,
  growth: benchGrowth,
  processes: benchProcesses,
  keys: benchKeys,
  pages: benchPages,
  intervals: benchIntervals,
  mcp: benchMcp,
  moves: benchMoves,
  partition: benchPartition,
  pipeline: benchPipeline,
  'recommendation-lift': benchRecommendationLift,
  'score-read': benchScoreRead,
  'score-size': benchScoreSize,
  soak: benchSoak,
  'stored-bytes': benchStoredBytes,
  'train-detector': trainDetector,
  web: benchWeb,
}

/** A quarter of an hour of simulation each: only when named. */
const long = new Set([
  'recommendation-lift',
  'intervals',
  'moves',
  'growth',
  'export',
  'processes',
  'partition',
  'soak',
  // Writes the detector's weights.
  'train-detector',
])

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benches).filter((name) => !long.has(name))
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Known: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
for (const name of wanted) {
  const started = performance.now()
  await benches[name]?.()
  console.log(`  (${Math.round((performance.now() - started) / 1_000)} s)`)
}
await closeTestCluster()
// One that is a witness sets its verdict.
process.exit()
