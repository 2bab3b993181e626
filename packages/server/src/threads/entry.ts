// What a thread runs: the engine and the platforms' readers, and nothing of the service.
import { serveTasks } from './serve.ts'
import { createTasks } from './tasks.ts'

serveTasks(createTasks())
