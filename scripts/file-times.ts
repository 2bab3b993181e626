// A reporter for node:test: how long each file took, a line each. Files of one process run one after another, so what
// passes between the end of one top-level test and that of the next belongs to the file of the second, its hooks too.
import type { TestEvent } from 'node:test/reporters'

export default async function* fileTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seconds = new Map<string, number>()
  let lastAt = performance.now()
  for await (const event of events) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { nesting, file = 'unknown' } = event.data
    if (nesting > 0) continue
    const now = performance.now()
    seconds.set(file, (seconds.get(file) ?? 0) + (now - lastAt) / 1_000)
    lastAt = now
  }
  for (const [file, spent] of seconds) yield `${spent.toFixed(2)}\t${file}\n`
}
