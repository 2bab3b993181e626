import type { AddressInfo } from 'node:net'
import { createApp } from '../../packages/server/src/app.ts'
import { TEST_SECRET } from './cluster.ts'
import type { TestApp } from './test-app.ts'

/** More doors to the same database, each with connections and a memory of its own, as another process has. */
export type Doors = { baseUrls: string[]; close(): Promise<void> }

export async function openDoors({ database }: TestApp, count: number): Promise<Doors> {
  const silent = { info: () => {}, error: () => {} }
  const options = { url: database.url, secret: TEST_SECRET, platforms: [], log: silent, version: 'test', poolSize: 4 }
  const baseUrls: string[] = []
  const closers: (() => Promise<unknown>)[] = []
  for (let index = 0; index < count; index += 1) {
    const app = createApp(options)
    const rest = app.createRest()
    await rest.listen({ host: '127.0.0.1', port: 0 })
    // Listening on a port gives an address with a port, never a pipe's name.
    baseUrls.push(`http://127.0.0.1:${(rest.server.address() as AddressInfo).port}/api/v1`)
    closers.push(() => rest.close().then(app.close))
  }
  return { baseUrls, close: async () => void (await Promise.all(closers.map((close) => close()))) }
}
