import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, createClient } from '@sightline/sdk'
import { freshDatabase } from '../test/support/cluster.ts'
import { heldFetch } from '../test/support/http.ts'
import { quiet } from '../test/support/pipeline.ts'
import { openApp } from '../test/support/product.ts'
import { layoutOf, storeAnswers } from '../test/support/stored-answers.ts'
import { costOf } from './support/cost.ts'
import { median, printHeading, printRatio, shown } from './support/figures.ts'
import { inHaste, measuredBrandIn } from './support/opened.ts'

/** Answers of one brand; each names some of its many competitors, and each naming is a row. */
const ANSWERS = Number(process.env['ANSWERS'] ?? 400_000)
const PAGE = 1_000
const MB = 1024 * 1024

/** What the whole of a brand's mentions costs to copy, and what memory it takes, from the first page to the last. */
export async function benchExport(): Promise<void> {
  const database = await freshDatabase()
  const kept = { ...database, drop: async () => {} }
  const first = await openApp(kept, { lab: { seed: 3 } })
  const { tenant, brandId } = await measuredBrandIn(first, 2, { competitors: 20 })
  await quiet(first)
  await first.close()
  const { groups, answers } = layoutOf('deep', ANSWERS, () => true)
  const { ownerUrl } = database
  const copied = { ownerUrl, organizationId: tenant.organizationId, brandId }
  await inHaste(ownerUrl, () => storeAnswers(copied, groups))
  const house = await openApp(kept)
  const client = createClient({ baseUrl: house.baseUrl, apiKey: tenant.key, fetch: heldFetch })
  const rssMb: number[] = []
  const pageMs: number[] = []
  let rows = 0
  const cost = await costOf(ownerUrl, async () => {
    for (let cursor: string | undefined; ;) {
      const began = process.cpuUsage()
      const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) }
      const page = await patiently(() => client.exportRows({ params: { dataset: 'mentions' }, query }))
      const { user, system } = process.cpuUsage(began)
      pageMs.push((user + system) / 1_000)
      rssMb.push(process.memoryUsage().rss / MB)
      rows += page.data.length
      if (!page.pagination.nextCursor) return
      cursor = page.pagination.nextCursor
    }
  })
  await house.close()
  await database.drop()
  const tenth = Math.floor(rssMb.length / 10)
  const [early, late] = [pageMs.slice(tenth, 2 * tenth), pageMs.slice(-tenth)]
  printHeading(
    'export',
    `All ${rows.toLocaleString('en')} mentions of ${answers.toLocaleString('en')} answers, ${PAGE} a page; the service and who asks are one process.`,
  )
  console.log(
    `  ${shown((cost.nodeMs / rows) * 1_000)} µs Node and ${shown((cost.postgresMs / rows) * 1_000)} µs PostgreSQL a row; ${shown(rows / (cost.wallMs / 1_000))} rows a second by the clock`,
  )
  const spread = (part: number[]): string => `${shown(Math.min(...part))}–${shown(Math.max(...part))}`
  console.log(`  resident memory in MB: second tenth ${spread(rssMb.slice(tenth, 2 * tenth))}, last tenth ${spread(rssMb.slice(-tenth))}`) // prettier-ignore
  printRatio('Node’s processor time of a page: last tenth : second', median(late) / median(early), { atMost: 1.2 })
}

/** As any loader does, on a machine with too much to do. */
async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503) throw error
      await sleep(1_000)
    }
}
