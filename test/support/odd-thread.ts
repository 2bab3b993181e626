// A thread that reads the replies of a provider that is called like an oddity as that oddity: a thread learns nothing
// from the test but what it is asked.
import type { Reply } from '../../packages/server/src/platforms/platform.ts'
import { createPipelinedPool, type ReaderName } from '../../packages/server/src/platforms/readers.ts'
import { serveTasks } from '../../packages/server/src/threads/serve.ts'
import { each } from '../../packages/server/src/threads/task.ts'
import { createTasks } from '../../packages/server/src/threads/tasks.ts'
import { oddReadings, type Oddity } from './odd-readings.ts'

const readers = createPipelinedPool()
const isOddity = (provider: string): provider is Oddity => Object.hasOwn(oddReadings, provider)

serveTasks({
  ...createTasks(),
  readReply: each(({ slug, provider }: ReaderName) => {
    const oddity = isOddity(provider) ? oddReadings[provider] : null
    const { failure, read } = readers({ slug, provider: oddity ? slug : provider })
    return (reply: Reply) => {
      const reading = read([reply])
      return { failure: failure(reply), reading: { ...reading, ...oddity?.(reading) } }
    }
  }),
})
