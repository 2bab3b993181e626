import { createClient } from '@sightline/sdk'
import { freshDatabase, type TestDatabase } from '../test/support/cluster.ts'
import { heldFetch } from '../test/support/http.ts'
import { quiet } from '../test/support/pipeline.ts'
import { countBlocks, resetBlocks, statementBlocks, type StatementBlocks } from '../test/support/statement-blocks.ts'
import { layoutOf, storeAnswers, type Shape } from '../test/support/stored-answers.ts'
import { readsOf } from '../test/support/reads.ts'
import { openApp, startedRun } from '../test/support/product.ts'
import { costOf, type Cost } from './support/cost.ts'
import { median, printHeading, printRatio, shown } from './support/figures.ts'
import { asOwner, inHaste, openMeasuredBrand } from './support/opened.ts'
import { bytesByTable, type TableBytes } from './support/table-bytes.ts'

/** `SIZES=10000,10000000 SHAPES=wide ROUNDS=2` for others; from `SHORT_FROM` answers on other brands' texts are left empty. */
const SIZES = (process.env['SIZES'] ?? '10000,100000,1000000').split(',').map(Number)
const SHAPES = (process.env['SHAPES'] ?? 'wide,deep').split(',') as Shape[]
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const SHORT_FROM = Number(process.env['SHORT_FROM'] ?? 5_000_000)
const FLAT = 1.2

/** A database with so many answers, closed while another one is measured. */
type Sized = {
  answers: number
  says: string
  database: TestDatabase
  key: string
  brandId: string
  bytes: TableBytes[]
}
type UnitCost = Cost & { blocks: number; byStatement: StatementBlocks[] }
type Rounds = Map<string, UnitCost[]>

/** What an answer and a read cost by the number of answers that are there: processor time, statements and blocks. */
export async function benchGrowth(): Promise<void> {
  await countBlocks()
  for (const shape of SHAPES) {
    const sized: Sized[] = []
    for (const size of SIZES) sized.push(await store(shape, size))
    const rounds = new Map(sized.map((one) => [one, new Map() as Rounds]))
    // The first round warms up.
    for (let round = -1; round < ROUNDS; round += 1)
      for (const one of sized)
        for (const [unit, cost] of await measure(one))
          if (round >= 0) {
            const ofUnit = rounds.get(one) as Rounds
            ofUnit.set(unit, [...(ofUnit.get(unit) ?? []), cost])
          }
    print(shape, rounds)
    for (const { database } of sized) await database.drop()
  }
}

async function store(shape: Shape, size: number): Promise<Sized> {
  const began = performance.now()
  const database = await freshDatabase()
  const measured = await openMeasuredBrand(2, {}, { ...database, drop: async () => {} })
  // What is copied are answers that cite and search, as imported texts do not.
  await startedRun(measured.tenant.client, measured.brandId, { repeats: 3 })
  await quiet(measured.house)
  const { groups, answers, says } = layoutOf(shape, size, ({ isMeasured }) => !isMeasured && size >= SHORT_FROM)
  await measured.house.close()
  const { ownerUrl } = database
  const { tenant, brandId } = measured
  const copied = { ownerUrl, organizationId: tenant.organizationId, brandId }
  await inHaste(ownerUrl, () => storeAnswers(copied, groups))
  const seconds = Math.round((performance.now() - began) / 1_000)
  console.log(`  ${shape}, ${answers.toLocaleString('en')} answers (${says}), filled in ${seconds} s`)
  const bytes = await bytesByTable(database.ownerUrl)
  return { answers, says, database, key: tenant.key, brandId, bytes }
}

/** One round: the service is opened on the database, warmed up, asked, and closed. */
async function measure({ database, key, brandId }: Sized): Promise<Map<string, UnitCost>> {
  const { ownerUrl } = database
  const house = await openApp({ ...database, drop: async () => {} }, { lab: { seed: 3 } })
  const client = createClient({ baseUrl: house.baseUrl, apiKey: key, fetch: heldFetch })
  const costs = new Map<string, UnitCost>()
  try {
    await quiet(house)
    await asOwner(ownerUrl, 'update usage_period set calls = 0')
    for (const [unit, times, work] of readsOf(client, brandId)) {
      await work()
      await resetBlocks()
      let done = 0
      const cost = await costOf(ownerUrl, async () => {
        for (let time = 0; time < times; time += 1) done += await work()
      })
      costs.set(unit, over(cost, await statementBlocks(ownerUrl), done))
    }
    await resetBlocks()
    let answers = 1
    // Until everything that the run brings about is done: advice and moves too.
    const cost = await costOf(ownerUrl, async () => {
      const { id } = await startedRun(client, brandId, { repeats: 2 })
      await quiet(house)
      answers = (await client.getRun({ params: { id } })).stored
    })
    costs.set(ANSWER, over(cost, await statementBlocks(ownerUrl), answers))
  } finally {
    await house.close()
  }
  return costs
}

const ANSWER = 'a collected answer'

const over = (cost: Cost, statements: StatementBlocks[], count: number): UnitCost => ({
  wallMs: cost.wallMs / count,
  nodeMs: cost.nodeMs / count,
  postgresMs: cost.postgresMs / count,
  statements: cost.statements / count,
  blocks: statements.reduce((sum, { blocks }) => sum + blocks, 0) / count,
  byStatement: statements.map(({ text, calls, blocks }) => ({ text, calls: calls / count, blocks: blocks / count })),
})

function print(shape: Shape, rounds: Map<Sized, Rounds>): void {
  const sized = [...rounds.keys()]
  const [first, last] = [sized[0], sized.at(-1)]
  if (!first || !last) return
  printHeading(
    `growth, ${shape}`,
    'Processor time of this process (service, lab and caller) and of all of PostgreSQL, medians of rounds in turns; blocks of 8 KB that statements touch.',
  )
  for (const unit of rounds.get(first)?.keys() ?? []) {
    for (const one of sized) {
      const of = (fact: 'nodeMs' | 'postgresMs' | 'statements' | 'blocks'): string =>
        shown(median((rounds.get(one)?.get(unit) ?? []).map((cost) => cost[fact])))
      console.log(
        `  ${unit.padEnd(22)} at ${one.answers.toLocaleString('en').padStart(10)}: ${of('nodeMs')} ms Node, ${of('postgresMs')} ms PostgreSQL, ${of('statements')} statements, ${of('blocks')} blocks`,
      )
    }
    for (const later of sized.slice(1)) {
      const ratio = (of: (cost: UnitCost) => number): number => median(pairs(rounds, unit, first, later).map(([a, b]) => of(b) / of(a))) // prettier-ignore
      const between = `${later.answers.toLocaleString('en')} : ${first.answers.toLocaleString('en')}`
      printRatio(`${unit}: processor time at ${between}`, ratio((cost) => cost.nodeMs + cost.postgresMs), { atMost: FLAT }) // prettier-ignore
      printRatio(
        `${unit}: blocks at ${between}`,
        ratio((cost) => cost.blocks),
      )
    }
    for (const [text, a, b] of grown(rounds.get(first)?.get(unit)?.at(-1), rounds.get(last)?.get(unit)?.at(-1)))
      console.log(`      ${shown(a)} → ${shown(b)} blocks: ${text}`)
  }
  for (const { answers, bytes } of sized) printBytes(answers, bytes)
}

/** The same round at two sizes. */
const pairs = (rounds: Map<Sized, Rounds>, unit: string, first: Sized, later: Sized): [UnitCost, UnitCost][] => {
  const [some, others] = [rounds.get(first)?.get(unit) ?? [], rounds.get(later)?.get(unit) ?? []]
  return some.flatMap((cost, round) => (others[round] ? [[cost, others[round]]] : []))
}

/** Statements whose blocks grew most. */
function grown(few: UnitCost | undefined, many: UnitCost | undefined): [text: string, few: number, many: number][] {
  const before = new Map(few?.byStatement.map(({ text, blocks }) => [text, blocks]))
  return (many?.byStatement ?? [])
    .map(({ text, blocks }): [string, number, number] => [text, before.get(text) ?? 0, blocks])
    .filter(([, a, b]) => b - a > 0.05 * (few?.blocks ?? 0) && b > FLAT * a)
    .toSorted((one, other) => other[2] - other[1] - (one[2] - one[1]))
    .slice(0, 4)
    .map(([text, a, b]) => [text.replaceAll(/\s+/g, ' ').slice(0, 150), a, b])
}

function printBytes(answers: number, bytes: TableBytes[]): void {
  const each = (of: (table: TableBytes) => number): string =>
    shown(bytes.reduce((sum, table) => sum + of(table), 0) / answers)
  console.log(
    `  bytes an answer at ${answers.toLocaleString('en')}: ${each(({ heap }) => heap)} in rows, ${each(({ toast }) => toast)} out of line, ${each(({ index }) => index)} in indexes; ` +
      bytes
        .map(
          ({ table, heap, toast, index }) => `${table} ${shown((heap + toast) / answers)} + ${shown(index / answers)}`,
        )
        .join(', '),
  )
}
