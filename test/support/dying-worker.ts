import { startWorker } from '../../packages/server/src/base/queue/worker.ts'
import { openDatabase } from '../../packages/server/src/base/db/database.ts'

// A child of a test: one job kills whoever does it, as one that takes all memory would; the other is done.
const url = process.argv[2] ?? ''
const database = openDatabase({ url })
const die = async (): Promise<void> => void process.kill(process.pid, 'SIGKILL')
await startWorker({
  queue: database.queue,
  db: database.systemDb,
  url,
  workerId: `dying-${process.pid}`,
  pools: [
    {
      work: new Map([
        ['deadly', die],
        ['harmless', async () => {}],
      ]),
      concurrency: 4,
      reserveOne: false,
    },
  ],
  onError: () => {},
})
