import { runEnd, startedRun } from '../test/support/product.ts'
import { costOf, type Cost } from './support/cost.ts'
import { median, printHeading, printRatio, shown } from './support/figures.ts'
import { importAll, openMeasuredBrand, parts, pastAnswers, type MeasuredBrand } from './support/opened.ts'
import { profiled } from './support/profile.ts'

const ROUNDS = 3
const REPEATS = 5

/** Answers a second through the whole pipeline, asked of the lab and imported, and where the processor time goes. */
export async function benchPipeline(): Promise<void> {
  const measured = await openMeasuredBrand(14)
  const runs: number[] = []
  const costs: Cost[] = []
  const imports: number[] = []
  let spent = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    spent = await profiled(async () => {
      let answers = 1
      const cost = await costOf(measured.house.database.ownerUrl, async () => {
        answers = await answersOfRun(measured)
      })
      runs.push((answers / cost.wallMs) * 1_000)
      costs.push(eachOf(cost, answers))
    })
    imports.push(await measureImport(measured, round))
  }
  await measured.house.close()
  printHeading(
    'pipeline',
    'Answers a second: a run over all platforms of the lab (no delay) for a brand with 14 days behind it, until it is scored; and imports of 500.',
  )
  console.log(`  run: ${shown(median(runs))}/s; import: ${shown(median(imports))}/s`)
  const middle = (fact: keyof Cost): string => shown(median(costs.map((cost) => cost[fact])))
  console.log(
    `  an answer of a run: ${middle('statements')} statements, ${middle('nodeMs')} ms Node (the lab is in it), ${middle('postgresMs')} ms PostgreSQL`,
  )
  printRatio('import : run', median(imports) / median(runs))
  const all = [...spent.values()].reduce((sum, milliseconds) => sum + milliseconds, 0)
  console.log(`  processor time of the last run, of this process (the lab is in it, PostgreSQL is not):`)
  for (const [part, milliseconds] of [...spent].toSorted(([, one], [, other]) => other - one))
    console.log(`    ${part.padEnd(40)} ${shown((100 * milliseconds) / all).padStart(5)} %`)
}

/** A run, until it is scored. @returns how many answers it stored */
async function answersOfRun({ tenant, brandId }: MeasuredBrand): Promise<number> {
  const { id } = await startedRun(tenant.client, brandId, { repeats: REPEATS })
  return (await runEnd(tenant.client, id)).stored
}

const eachOf = ({ wallMs, nodeMs, postgresMs, statements }: Cost, answers: number): Cost => ({
  wallMs: wallMs / answers,
  nodeMs: nodeMs / answers,
  postgresMs: postgresMs / answers,
  statements: statements / answers,
})

async function measureImport({ house, tenant, brandId }: MeasuredBrand, round: number): Promise<number> {
  // Other days each time, so that each import counts new cells.
  const answers = pastAnswers(house.lab?.market, 40 + 14 * round).slice(0, 500)
  const started = performance.now()
  for (const part of parts(answers)) await importAll(tenant, brandId, part)
  return (answers.length / (performance.now() - started)) * 1_000
}
