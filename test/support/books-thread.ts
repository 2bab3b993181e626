// A thread that tells of every matcher it makes.
import { buildMatcher } from '../../packages/server/src/engine/reading/names/matcher.ts'
import { createMatcherCache } from '../../packages/server/src/threads/matcher-cache.ts'
import { serveTasks } from '../../packages/server/src/threads/serve.ts'
import { createTasks } from '../../packages/server/src/threads/tasks.ts'

const told = new BroadcastChannel('books of names')
told.unref()
const matcherOf = createMatcherCache({
  build: (entities) => {
    told.postMessage(entities.map(({ name }) => name))
    return buildMatcher(entities)
  },
})
serveTasks(createTasks(matcherOf))
