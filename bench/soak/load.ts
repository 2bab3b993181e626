import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './caller.ts'
import { READS, read, readUsage } from './reads.ts'
import type { Stage } from './stage.ts'
import { openVisitor, type Visitor } from './visitor.ts'
import * as writes from './writes.ts'

export type Load = {
  visitors: Visitor[]
  /** Begun; those that were not, because too many were unanswered. */
  begun: number
  leftOut: number
  /** Resolves when the last answers are there. */
  end(): Promise<void>
}

/** Calls a second of all organizations. */
const RATE = Number(process.env['RATE'] ?? 20)
const MOST_UNANSWERED = 300
const TURN_EVERY_MS = 12_000
const DELETE_EVERY_MS = 25_000

/** The same number of calls every second, whatever becomes of them, and beside them what takes its own time. */
export async function beginLoad(stage: Stage, chance: Chance, brandEveryMs: number): Promise<Load> {
  const visitors = stage.guests.map((guest) => openVisitor(guest, stage.crew.addresses, stage.lab.market, chance))
  await Promise.all(visitors.map(writes.plant))
  const over = new AbortController()
  const isOver = (): boolean => over.signal.aborted
  const underWay = new Set<Promise<void>>()
  const load: Load = {
    visitors,
    begun: 0,
    leftOut: 0,
    end: async () => {
      over.abort()
      await Promise.all(loops)
      await Promise.all(underWay)
    },
  }
  const loops = [
    keepRate(),
    ...visitors.flatMap((visitor) => [
      every(brandEveryMs, () => writes.plant(visitor)),
      every(DELETE_EVERY_MS, () => writes.deleteInRun(visitor)),
      every(TURN_EVERY_MS, () => writes.bringTurnForward(visitor, stage.ownerUrl)),
      every(1_000, (number) => writes.walkExport(visitor, number, isOver)),
    ]),
  ]
  return load

  async function keepRate(): Promise<void> {
    for (let at = performance.now(); !isOver(); at += 1_000 / RATE) {
      await sleep(Math.max(0, at - performance.now()))
      if (underWay.size >= MOST_UNANSWERED) {
        load.leftOut += 1
        continue
      }
      load.begun += 1
      const visitor = visitors[load.begun % visitors.length] as Visitor
      const done = chosen(KINDS, chance.random)
        .happen(visitor)
        .finally(() => underWay.delete(done))
      underWay.add(done)
    }
  }

  async function every(milliseconds: number, work: (number: number) => Promise<void>): Promise<void> {
    for (let number = 0; !isOver(); number += 1) {
      await sleep(milliseconds, undefined, { signal: over.signal }).catch(() => {})
      if (!isOver()) await work(number)
    }
  }
}

type Kind = { weight: number; happen(visitor: Visitor): Promise<void> }
const KINDS: Kind[] = [
  ...READS.map((one) => ({ weight: one.weight, happen: (visitor: Visitor) => read(visitor, one) })),
  { weight: 2, happen: readUsage },
  { weight: 4, happen: writes.writePrompt },
  { weight: 4, happen: writes.writePromptSurely },
  { weight: 2, happen: writes.writeCompetitor },
  { weight: 0.3, happen: writes.renameCompetitor },
  { weight: 6, happen: writes.run },
  { weight: 2, happen: writes.importAnswers },
]

export function chosen<Item extends { weight: number }>(items: readonly Item[], random: () => number): Item {
  let left = random() * items.reduce((sum, { weight }) => sum + weight, 0)
  return items.find(({ weight }) => (left -= weight) < 0) ?? (items.at(-1) as Item)
}
