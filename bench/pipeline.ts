import { runEnd, startedRun } from '../test/support/product.ts'
import { median, printHeading, printRatio, shown } from './support/figures.ts'
import { importAll, openMeasuredBrand, parts, pastAnswers, type MeasuredBrand } from './support/house.ts'
import { profiled } from './support/profile.ts'

const ROUNDS = 3
const REPEATS = 5

/** Answers a second through the whole pipeline, asked of the lab and imported, and where the processor time goes. */
export async function benchPipeline(): Promise<void> {
  const measured = await openMeasuredBrand(14)
  const runs: number[] = []
  const imports: number[] = []
  let spent = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    spent = await profiled(async () => void runs.push(await measureRun(measured)))
    imports.push(await measureImport(measured, round))
  }
  await measured.house.close()
  printHeading(
    'pipeline',
    'Answers a second: a run over all platforms of the lab (no delay) for a brand with 14 days behind it, until it is scored; and imports of 500.',
  )
  console.log(`  run: ${shown(median(runs))}/s; import: ${shown(median(imports))}/s`)
  printRatio('import : run', median(imports) / median(runs))
  const all = [...spent.values()].reduce((sum, milliseconds) => sum + milliseconds, 0)
  console.log(`  processor time of the last run, of this process (the lab is in it, PostgreSQL is not):`)
  for (const [part, milliseconds] of [...spent].toSorted(([, one], [, other]) => other - one))
    console.log(`    ${part.padEnd(40)} ${shown((100 * milliseconds) / all).padStart(5)} %`)
}

async function measureRun({ tenant, brandId }: MeasuredBrand): Promise<number> {
  const started = performance.now()
  const { id } = await startedRun(tenant.client, brandId, { repeats: REPEATS })
  const run = await runEnd(tenant.client, id)
  return (run.stored / (performance.now() - started)) * 1_000
}

async function measureImport({ house, tenant, brandId }: MeasuredBrand, round: number): Promise<number> {
  // Other days each time, so that each import counts new cells.
  const answers = pastAnswers(house.lab?.market, 40 + 14 * round).slice(0, 500)
  const started = performance.now()
  for (const part of parts(answers)) await importAll(tenant, brandId, part)
  return (answers.length / (performance.now() - started)) * 1_000
}
