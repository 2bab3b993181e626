import { createApp } from '../../packages/server/src/app.ts'
import { createPlatforms } from '../../packages/server/src/platforms/catalogue.ts'
import { TEST_SECRET } from './cluster.ts'

// A child of a test: asks one question at a time, so that a kill meets one at most, and tells what it logs. Its arguments are the addresses of the
// database and of the lab.
const [url = '', baseUrl = ''] = process.argv.slice(2)
const platforms = [...createPlatforms({ openai: { apiKey: 'simulated', baseUrl } }).values()]
const app = createApp({
  url,
  secret: TEST_SECRET,
  platforms,
  simulated: new Set(platforms.map(({ slug }) => slug)),
  platformConcurrency: 1,
  log: { info: () => {}, error: (event, facts) => void process.send?.({ event, facts }) },
  version: 'test',
  outbound: { resolve: async () => [] },
})
// The test has ended, or was ended.
process.on('disconnect', () => process.exit(0))
// Made beforehand, it begins when it is told to.
process.stdin.once('data', () => void app.startWork())
