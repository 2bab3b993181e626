// The thread of production, but a text that says so keeps the task that it names from ending. Nothing here says how fast
// the engine is: what is tested is what becomes of a text that takes too long, whatever makes it.
import { serveTasks, type AnyTask } from './serve.ts'
import type { Turn } from './task.ts'
import { createTasks } from './tasks.ts'

const tasks: Record<string, AnyTask> = createTasks()

serveTasks(
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (shared: never, items: never, turn: Turn) =>
        task(shared, items, {
          begin: (at) => {
            turn.begin(at)
            if (at >= 0) obey(JSON.stringify(items[at]), name)
          },
        }),
    ]),
  ),
)

function obey(item: string, task: string): void {
  if (item.includes(`never ends ${task}.`)) for (;;);
  if (item.includes(`fills memory ${task}.`)) for (const held: unknown[] = []; ; held.push({ at: held.length }));
  if (item.includes(`takes a while ${task}.`)) for (const endsAt = performance.now() + 5; performance.now() < endsAt;);
  if (item.includes(`ends its thread ${task}.`)) process.exit(3)
}
