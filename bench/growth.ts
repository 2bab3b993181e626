import { runEnd, startedRun } from '../test/support/product.ts'
import { costOf, type Cost } from './support/cost.ts'
import { median, printHeading, printRatio, shown } from './support/figures.ts'
import { asOwner, inHaste, openMeasuredBrand, type MeasuredBrand } from './support/house.ts'
import { manyAnswers } from './support/many-answers.ts'

/** `SIZES=10000,100000` for others. */
const SIZES = (process.env['SIZES'] ?? '10000,100000,1000000').split(',').map(Number)
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const READS = 100

type PerUnit = { answer: Cost; scoreRead: Cost; page: Cost }

/** What a stored answer and a read cost by the number of answers that are there: processor time and statements. */
export async function benchGrowth(): Promise<void> {
  const costs = new Map<number, PerUnit>()
  const bytes = new Map<number, number>()
  for (const size of SIZES) {
    const measured = await openMeasuredBrand(2)
    const { ownerUrl } = measured.house.database
    await inHaste(ownerUrl, () => asOwner(ownerUrl, ...manyAnswers(measured, size)))
    costs.set(size, await costsOf(measured))
    const [row] = await asOwner<{ bytes: string }>(ownerUrl, 'select pg_database_size(current_database()) as bytes')
    bytes.set(size, Number(row?.bytes) / size)
    await measured.house.close()
  }
  print(costs, bytes)
}

async function costsOf({ house, tenant, brandId }: MeasuredBrand): Promise<PerUnit> {
  const { ownerUrl } = house.database
  const rounds: PerUnit[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    let answers = 1
    const run = await costOf(ownerUrl, async () => {
      const { id } = await startedRun(tenant.client, brandId, { repeats: 2 })
      answers = (await runEnd(tenant.client, id)).stored
    })
    const scores = await costOf(ownerUrl, async () => {
      for (let read = 0; read < READS; read += 1) await tenant.client.getBrandScore({ params: { id: brandId } })
    })
    const pages = await costOf(ownerUrl, async () => {
      for (let read = 0; read < READS / 4; read += 1)
        await tenant.client.listAnswers({ params: { id: brandId }, query: { limit: 50 } })
    })
    // The first round warms up.
    if (round > 0)
      rounds.push({ answer: over(run, answers), scoreRead: over(scores, READS), page: over(pages, READS / 4) })
  }
  return { answer: middle(rounds, 'answer'), scoreRead: middle(rounds, 'scoreRead'), page: middle(rounds, 'page') }
}

const over = (cost: Cost, count: number): Cost => ({
  wallMs: cost.wallMs / count,
  nodeMs: cost.nodeMs / count,
  postgresMs: cost.postgresMs / count,
  statements: cost.statements / count,
})

const middle = (rounds: PerUnit[], unit: keyof PerUnit): Cost => {
  const of = (fact: keyof Cost): number => median(rounds.map((round) => round[unit][fact]))
  return { wallMs: of('wallMs'), nodeMs: of('nodeMs'), postgresMs: of('postgresMs'), statements: of('statements') }
}

function print(costs: Map<number, PerUnit>, bytes: Map<number, number>): void {
  printHeading(
    'growth',
    'A run over all platforms of the lab, score reads and pages of 50 answers, with so many answers stored (copies of rows in SQL; the lab and the caller are in this process).',
  )
  for (const unit of ['answer', 'scoreRead', 'page'] as const) {
    for (const [size, cost] of costs) {
      const { wallMs, nodeMs, postgresMs, statements } = cost[unit]
      console.log(
        `  ${unit.padEnd(10)} at ${size.toLocaleString('en').padStart(10)}: ${shown(nodeMs)} ms Node, ${shown(postgresMs)} ms PostgreSQL, ${shown(statements)} statements, ${shown(wallMs)} ms`,
      )
    }
    const [first, last] = [costs.get(SIZES[0] ?? 0)?.[unit], costs.get(SIZES.at(-1) ?? 0)?.[unit]]
    if (first && last)
      printRatio(
        `${unit}: processor time with most answers : with fewest`,
        (last.nodeMs + last.postgresMs) / (first.nodeMs + first.postgresMs),
        { atMost: 1.2 },
      )
  }
  console.log(
    `  bytes of the database an answer (short texts): ${[...bytes].map(([size, each]) => `${shown(each)} at ${size}`).join(', ')}`,
  )
}
