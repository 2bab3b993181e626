import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changeBeyondRivals } from './beyond-rivals.ts'
import { countCells, drained, type Cell } from './cells.ts'
import { answer, seededChance } from './cells.test-support.ts'
import { trend } from './trend.ts'

const RIVALS = ['north', 'south', 'west']
const NAMES = ['brand', ...RIVALS]

/** A week of a panel: each prompt names each entity at its own rate, which `shift` moves on the scale of log odds. */
function week(
  rates: readonly Record<string, number>[],
  shift: (name: string, platform: string) => number,
  chance: () => number,
): Cell[] {
  const platforms = ['chatgpt', 'claude', 'gemini']
  return countCells(
    rates.flatMap((ofPrompt, prompt) =>
      platforms.flatMap((platform) =>
        Array.from({ length: 7 }, () =>
          answer(
            `p${prompt}`,
            platform,
            Object.fromEntries(
              NAMES.map((name) => {
                const odds = ofPrompt[name]! + shift(name, platform)
                return [name, chance() < 1 / (1 + Math.exp(-odds)) ? 1 : null]
              }),
            ),
          ),
        ),
      ),
    ),
  )
}

const ratesOf = (prompts: number, chance: () => number): Record<string, number>[] =>
  Array.from({ length: prompts }, () => Object.fromEntries(NAMES.map((name) => [name, 3 * chance() - 1.5])))

const beyond = (now: readonly Cell[], before: readonly Cell[], rivals: readonly string[] = RIVALS) =>
  drained(changeBeyondRivals(now, before, 'brand', rivals, {}))

/** Share of pairs of weeks that are called significant. */
function rateOf(
  draws: number,
  shiftOf: (chance: () => number) => (name: string, platform: string) => number,
): { alone: number; beyondRivals: number } {
  const chance = seededChance(17)
  const told = { alone: 0, beyondRivals: 0 }
  for (let draw = 0; draw < draws; draw += 1) {
    const rates = ratesOf(20, chance)
    const [before, now] = [week(rates, () => 0, chance), week(rates, shiftOf(chance), chance)]
    if (trend(now, before, 'brand').significant) told.alone += 1
    if (beyond(now, before)!.significant) told.beyondRivals += 1
  }
  return { alone: told.alone / draws, beyondRivals: told.beyondRivals / draws }
}

describe('the change of a lead over rivals', () => {
  test('leaves out what moves everybody, which a change of the brand alone calls significant', (t) => {
    const shares = rateOf(150, (chance) => {
      const ofPlatform = new Map(['chatgpt', 'claude', 'gemini'].map((platform) => [platform, 2.4 * chance() - 1.2]))
      return (_name, platform) => ofPlatform.get(platform)!
    })
    t.diagnostic(JSON.stringify(shares))
    assert.ok(shares.alone > 0.25, JSON.stringify(shares))
    assert.ok(shares.beyondRivals <= 0.09, JSON.stringify(shares))
  })

  test('finds a change that is the brand’s own', (t) => {
    const shares = rateOf(60, () => (name) => (name === 'brand' ? 0.9 : 0))
    t.diagnostic(JSON.stringify(shares))
    assert.ok(shares.beyondRivals > 0.9, JSON.stringify(shares))
  })

  test('is that of the brand less the mean of its rivals, pair by pair', () => {
    const chance = seededChance(3)
    const rates = ratesOf(6, chance)
    const [before, now] = [week(rates, () => 0, chance), week(rates, () => 0.5, chance)]
    const own = (name: string): number => {
      const { current, previous } = trend(now, before, name)
      return current! - previous!
    }
    const rivals = RIVALS.reduce((sum, name) => sum + own(name), 0) / RIVALS.length
    const { current, previous } = beyond(now, before)!
    assert.ok(Math.abs(current! - previous! - (own('brand') - rivals)) < 1e-9)
  })

  test('needs two rivals: one that moves by itself would read as the brand, turned round', () => {
    const cells = week(ratesOf(5, seededChance(1)), () => 0, seededChance(2))
    assert.equal(beyond(cells, cells, ['north']), null)
    assert.equal(beyond(cells, cells, ['north', 'north', 'brand']), null)
    assert.equal(beyond(cells, cells, ['north', 'south'])!.delta, 0)
    assert.equal(beyond(cells, [])!.pairs, 0)
  })
})
