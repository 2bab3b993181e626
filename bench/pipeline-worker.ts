import type { Lab } from '@sightline/lab'
import { createApp } from '../packages/server/src/app.ts'
import { TEST_SECRET } from '../test/support/cluster.ts'
import { labPlatformsOf } from '../test/support/product.ts'

/** A worker in a process of its own that asks the lab of its parent. */
export type PipelineWorkerRole = { url: string; baseUrls: Lab['baseUrls'] }

// A child of the bench: the argument is what `PipelineWorkerRole` says.
const { url, baseUrls } = JSON.parse(process.argv[2] ?? '') as PipelineWorkerRole
// Only its addresses are looked at.
const platforms = labPlatformsOf({ baseUrls } as Lab)
const app = createApp({
  url,
  secret: TEST_SECRET,
  platforms,
  simulated: new Set(platforms.map(({ slug }) => slug)),
  log: { info: () => {}, error: () => {} },
  version: 'bench',
  outbound: { allowsLoopbackHttp: true },
})
// The bench has ended, or was ended.
process.on('disconnect', () => process.exit(0))
process.on('message', () => process.send?.(process.memoryUsage.rss()))
await app.startWork({ isService: true })
process.send?.('working')
