import { median, printHeading, printRatio, shown } from './support/figures.ts'
import { asOwner, openMeasuredBrand, type MeasuredBrand } from './support/opened.ts'
import { load } from './support/load.ts'
import { manyAnswers } from './support/many-answers.ts'
import { startServer, type ServerProcess } from './support/servers.ts'

type Sized = { answers: number; house: MeasuredBrand; server: ServerProcess; p50Ms: Map<Window, number[]> }
type Window = '7d' | '90d'

const SIZES = [10_000, 1_000_000]
const ROUNDS = 15
/** Of the window that is not kept: it takes long. */
const OTHER_ROUNDS = 3
const ROUND_MS = 400

/** The time of a score read by the number of stored answers around it. */
export async function benchScoreSize(): Promise<void> {
  const sized: Sized[] = []
  for (const answers of SIZES) sized.push(await open(answers))
  for (let round = -1; round < ROUNDS; round += 1)
    for (const one of sized)
      for (const window of round < OTHER_ROUNDS ? (['7d', '90d'] as const) : (['7d'] as const)) {
        const p50Ms = await read(one, window)
        // The first round warms up.
        if (round >= 0) one.p50Ms.set(window, [...(one.p50Ms.get(window) ?? []), p50Ms])
      }
  for (const { house, server } of sized) {
    await server.close()
    await house.house.close()
  }
  printHeading(
    'score-size',
    `GET /brands/{id}/score, one connection, with ${SIZES.map((size) => size.toLocaleString('en')).join(' and ')} stored answers, a twentieth of them the brand's.`,
  )
  const at = (index: number, window: Window): number => median(sized[index]?.p50Ms.get(window) ?? [])
  for (const window of ['7d', '90d'] as const)
    console.log(`  ${window}: p50 ${shown(at(0, window))} ms and ${shown(at(1, window))} ms`)
  printRatio('kept window (7d): most answers : fewest', at(1, '7d') / at(0, '7d'), { atMost: 1.2 })
  printRatio('window made from the daily counts (90d): most answers : fewest', at(1, '90d') / at(0, '90d'))
}

async function open(answers: number): Promise<Sized> {
  const house = await openMeasuredBrand(2)
  await asOwner(house.house.database.ownerUrl, ...manyAnswers(house, answers))
  const server = await startServer({ kind: 'unmetered', url: house.house.database.url })
  return { answers, house, server, p50Ms: new Map() }
}

async function read({ house, server }: Sized, window: Window): Promise<number> {
  const path = `/api/v1/brands/${house.brandId}/score?window=${window}`
  const headers = { authorization: `Bearer ${house.key}` }
  const { latenciesMs } = await load({ port: server.port, path, headers }, 1, ROUND_MS)
  return median(latenciesMs)
}
