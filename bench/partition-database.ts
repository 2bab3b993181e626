import { appendFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { postgresServer } from '../test/support/postgres-server.ts'

// A child of the bench on a host of its own; the argument is its address there.
const address = process.argv[2] ?? ''
const server = await postgresServer({ address })
await appendFile(join(dirname(server.pidFile), 'pg_hba.conf'), `host all all ${address}/24 trust\n`)
await server.start()
let isOver = false
const end = async (): Promise<void> => {
  if (isOver) return
  isOver = true
  await server.remove()
  process.exit(0)
}
process.on('SIGTERM', () => void end())
process.on('disconnect', () => void end())
process.send?.(server.url())
