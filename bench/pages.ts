import { median, printHeading, printRatio, shown } from './support/figures.ts'
import { asOwner, inHaste, keepOneAnswer, openMeasuredBrand, type MeasuredBrand } from './support/opened.ts'
import { load, type Load } from './support/load.ts'
import { startServer } from './support/servers.ts'
import type { Context } from '../packages/server/src/operations/context.ts'
import { toPage } from '../packages/server/src/operations/pages.ts'
import { copyAnswer, idOfCopy } from '../test/support/many-answers.ts'

const ANSWERS = 1_000_000
const PAGE = 100
const DEEP = 9_999
const ROUNDS = 15
const ROUND_MS = 300

/** What a page of a list costs, and whether it matters how far behind the first one it is (F9). */
export async function benchPages(): Promise<void> {
  const measured = await openMeasuredBrand(3)
  const { house, tenant, brandId, key: scoreKey } = measured
  const { ownerUrl, url } = house.database
  await keepOneAnswer(ownerUrl, brandId)
  await inHaste(ownerUrl, () => copyAnswer(ownerUrl, brandId, ANSWERS))
  const server = await startServer({ kind: 'whole', url })
  const key = await tenant.newKey(['results:read'])
  const list = (query: string): Load => ({
    port: server.port,
    path: `/api/v1/brands/${brandId}/answers?${query}`,
    headers: { authorization: `Bearer ${key}` },
  })
  const score: Load = {
    port: server.port,
    path: `/api/v1/brands/${brandId}/score`,
    headers: { authorization: `Bearer ${scoreKey}` },
  }
  const cursor = cursorBehind(measured, `${house.baseUrl}/brands/${brandId}/answers`, (DEEP - 1) * PAGE)
  const asked = {
    first: list(`limit=${PAGE}`),
    deep: list(`limit=${PAGE}&cursor=${cursor}`),
    largest: list('limit=200'),
    largestWithTexts: list('limit=200&include=text'),
    score,
  }
  const p50Ms = new Map(Object.keys(asked).map((name) => [name, [] as number[]]))
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [name, target] of Object.entries(asked)) {
      await asOwner(ownerUrl, 'update usage_period set calls = 0')
      const { latenciesMs } = await load(target, 1, ROUND_MS)
      // The first round warms up.
      if (round >= 0) p50Ms.get(name)?.push(median(latenciesMs))
    }
  await server.close()
  await house.close()
  printHeading(
    'pages',
    `GET /brands/{id}/answers of a brand with ${ANSWERS.toLocaleString('en')} answers, one connection`,
  )
  const at = (name: keyof typeof asked): number => median(p50Ms.get(name) ?? [])
  console.log(
    `  ${PAGE} answers a page: p50 ${shown(at('first'))} ms for the first page, ${shown(at('deep'))} ms for page ${DEEP.toLocaleString('en')}`,
  )
  console.log(`  200 answers: ${shown(at('largest'))} ms, with their texts ${shown(at('largestWithTexts'))} ms`)
  printRatio(`page ${DEEP.toLocaleString('en')} : page 1`, at('deep') / at('first'), { atMost: 2 })
  printRatio('a page of 200 answers : a score read', at('largest') / at('score'))
}

/** The cursor behind so many answers, sealed as the list itself would: to turn all the pages takes minutes. */
function cursorBehind({ house, tenant }: MeasuredBrand, address: string, count: number): string {
  const context = {
    address,
    now: new Date(),
    services: house.app.services,
    caller: { organization: { id: tenant.organizationId } },
  }
  // Sealing asks for no more of it than this.
  const { pagination } = toPage(context as Context, { limit: 1 }, [{ id: idOfCopy(ANSWERS + 2 - count) }, { id: '' }])
  return pagination.nextCursor ?? ''
}
