import { createApp } from '../packages/server/src/app.ts'
import { TEST_SECRET } from '../test/support/cluster.ts'

// A child of the bench: the product's worker on a database.
const { url } = JSON.parse(process.argv[2] ?? '') as { url: string }
const app = createApp({
  url,
  secret: TEST_SECRET,
  platforms: [],
  log: { info: () => {}, error: (event, facts) => console.error(event, facts) },
  version: 'bench',
  outbound: { allowsLoopbackHttp: true },
})
process.on('disconnect', () => process.exit(0))
await app.startWork()
process.send?.('working')
