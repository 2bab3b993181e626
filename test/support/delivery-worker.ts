import { createApp } from '../../packages/server/src/app.ts'
import { TEST_SECRET } from './cluster.ts'
import type { WorkerRole } from './delivery-workers.ts'

// A child of a test: the argument is what `WorkerRole` says.
const { url, limits } = JSON.parse(process.argv[2] ?? '') as WorkerRole
const app = createApp({
  url,
  secret: TEST_SECRET,
  platforms: [],
  log: { info: () => {}, error: (event, facts) => console.error(event, facts) },
  version: 'test',
  outbound: { allowsLoopbackHttp: true, limits },
})
// The test has ended, or was ended.
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
await app.startWork()
process.send?.('working')
