import { Session } from 'node:inspector/promises'

/** Parts of the process, by where their code lies; a sample belongs to the innermost part that is on its stack. */
const PARTS: [string, RegExp][] = [
  ['lab', /packages\/lab\//],
  ['engine', /server\/src\/engine\//],
  ['platforms (adapters, HTTP client)', /server\/src\/platforms\/|node_modules\/undici\/|node:internal\/deps\/undici/],
  ['queue', /server\/src\/(base\/queue|jobs)\//],
  ['compression', /server\/src\/store\/compression|node:zlib/],
  ['store (SQL building, driver)', /server\/src\/store\/|node_modules\/(kysely|pg|pg-pool|pg-protocol|postgres-.*)\//],
  ['pipeline and operations', /server\/src\/(pipeline|operations|http|app)/],
]

/** Processor time of this process during some work, in milliseconds by part; waiting is not in it. */
export async function profiled(work: () => Promise<void>): Promise<Map<string, number>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 500 })
  await session.post('Profiler.start')
  await work()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const milliseconds = new Map<string, number>()
  profile.samples?.forEach((id, index) => {
    const part = partOf(id)
    const spent = (profile.timeDeltas?.[index] ?? 0) / 1_000
    if (part !== null) milliseconds.set(part, (milliseconds.get(part) ?? 0) + spent)
  })
  return milliseconds

  function partOf(id: number): string | null {
    const name = nodes.get(id)?.callFrame.functionName
    if (name === '(idle)') return null
    if (name === '(garbage collector)') return 'garbage collection'
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const url = nodes.get(at)?.callFrame.url ?? ''
      const found = PARTS.find(([, pattern]) => pattern.test(url))
      if (found) return found[0]
    }
    return 'Node itself'
  }
}
