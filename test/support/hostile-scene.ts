import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprintOf, type Fingerprint } from './fingerprint.ts'
import { openTestApp, type Tenant, type TestApp } from './test-app.ts'
import { ask, type Reply } from './http.ts'
import { liftMinuteLimit } from './owner.ts'

/** Stands in a file beside the web application's folder, where no address leads. */
export const OUTSIDE = 'outside-qzwx-canary'

/** A running service with something to lose, and a clock that the test turns, because limits of a minute would end it. */
export type HostileScene = {
  house: TestApp
  tenant: Tenant
  brandId: string
  clock: { now: number }
  /** No reply may hold these. */
  secrets: string[]
  /** Does all of it, some at a time; between two portions a minute passes. */
  inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void>
  /** Refusals only: afterwards the service is well, has nothing to complain of, and holds what it held before. */
  unharmed(work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

const AT_ONCE = 8
/** Fewer than an address may ask in a minute. */
const PORTION = 400
const MINUTE_MS = 60_000

/** @param works whether jobs are done, for what must be there before */
export async function openHostileScene({ works = false } = {}): Promise<HostileScene> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-hostile-'))
  await mkdir(join(folder, 'web'))
  await writeFile(join(folder, 'web/index.html'), '<!doctype html><title>Sightline</title>')
  await writeFile(join(folder, 'outside.txt'), OUTSIDE)
  const clock = { now: Date.now() }
  const house = await openTestApp({
    now: () => new Date(clock.now),
    works,
    web: { webFolder: join(folder, 'web'), canSignUp: true },
  })
  const tenant = await house.tenant({ name: 'Victim' })
  await liftMinuteLimit(house, tenant)
  const { id: brandId } = await tenant.client.createBrand({ body: { name: 'Fernhold' } })
  return {
    house,
    tenant,
    brandId,
    clock,
    secrets: [tenant.key, tenant.key.slice(13), OUTSIDE],
    inTurns: async (items, work) => {
      const failures: string[] = []
      const attempt = (item: (typeof items)[number]): Promise<void> =>
        work(item).catch((error: unknown) => void failures.push(error instanceof Error ? error.message : String(error)))
      for (let first = 0; first < items.length; first += PORTION) {
        const waiting = items.slice(first, first + PORTION)
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await attempt(next)
          }),
        )
        clock.now += MINUTE_MS + 1_000
      }
      // All of them: one alone seldom says what is wrong.
      assert.equal(failures.length, 0, failures.slice(0, 30).join('\n'))
    },
    unharmed: async (work) => {
      const before = await fingerprintOf(house)
      house.log.length = 0
      await work()
      await assertWell(house, before)
    },
    close: async () => {
      await house.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function assertWell(house: TestApp, before: Fingerprint): Promise<void> {
  const health = await ask(`${house.origin}/healthz`)
  assert.equal(health.status, 200)
  // Every answer is an entry; anything else would be a complaint.
  assert.deepEqual(
    house.log.filter(({ event }) => event !== 'request.answered'),
    [],
  )
  const faults = house.log.filter(({ facts }) => Number(facts['status']) >= 500)
  assert.deepEqual(faults, [])
  assert.deepEqual(await fingerprintOf(house), before, 'nothing was written')
}

/** No reply tells how it was made, or what is nobody's business. */
export function assertNothingInside({ text, headers }: Reply, secrets: readonly string[], said: string): void {
  const all = [text, ...[...headers].map((field) => field.join(': '))].join('\n')
  const inside =
    /node_modules|node:internal|\.[cm]?[jt]s:\d+|\n\s+at \S|fastify|postgres|pg_|\bselect\b.*\bfrom\b|insert into|violates|syntax error at/i
  assert.doesNotMatch(all, inside, said)
  for (const name of ['server', 'x-powered-by']) assert.equal(headers.get(name), null, said)
  for (const secret of secrets) assert.ok(!all.includes(secret), `${said}: ${secret} was told`)
}
