// A thread that reads every reply of a platform as an attack, with all that a reply can hold.
import type { Reply } from '../../packages/server/src/platforms/platform.ts'
import { createPipelinedPool, type ReaderName } from '../../packages/server/src/platforms/readers.ts'
import { serveTasks } from '../../packages/server/src/threads/serve.ts'
import { each } from '../../packages/server/src/threads/task.ts'
import { createTasks } from '../../packages/server/src/threads/tasks.ts'
import { hostileReading } from './hostile-texts.ts'

const readers = createPipelinedPool()
serveTasks({
  ...createTasks(),
  readReply: each((name: ReaderName) => {
    const { failure, read } = readers(name)
    return (reply: Reply) => ({ failure: failure(reply), reading: { ...read([reply]), ...hostileReading() } })
  }),
})
