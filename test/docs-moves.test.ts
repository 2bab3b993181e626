import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { ENTRANT, hasEntered } from '../packages/server/src/engine/advising/moves/entrants.ts'
import {
  followed,
  inShort,
  marketOf,
  measured,
  week,
} from '../packages/server/src/engine/advising/moves/moves.test-support.ts'
import { ORDER_GAP } from '../packages/server/src/engine/advising/moves/order.ts'
import { FALSE_RATE, NOTABLE_POINTS } from '../packages/server/src/engine/advising/moves/situations.ts'
import { score } from '../packages/server/src/engine/scoring/score.ts'

describe('the examples of docs/moves.md', () => {
  let page = ''
  before(async () => {
    page = (await readFile(join(import.meta.dirname, '../docs/moves.md'), 'utf8')).replaceAll(/\s+/g, ' ')
  })
  const says = (text: string): void => assert.ok(page.includes(text), text)

  test('a move of score and share of voice', () => {
    const once = week([{ brand: 2, rival: 1 }, { brand: 1 }], 12)
    const twice = week(
      [
        { brand: 2, rival: 1 },
        { brand: 2, rival: 1 },
      ],
      12,
    )
    const market = marketOf([once, twice])
    const [scored, shared] = measured(market).changes
    assert.ok(scored && shared)
    says(`from ${scored.previous} to ${scored.current}: **+${scored.delta}**`)
    says(`the chance of it is ${scored.probability.toFixed(4)}`)
    says(`from ${shared.previous} to ${shared.current}: **+${shared.delta}**`)
    says(`its chance is ${shared.probability.toFixed(4)}`)
    assert.deepEqual(inShort(followed([once, twice])), ['2: rival score_moved', '2: rival sov_moved'])
    const nine = [once, twice].map((some) => some.filter(({ promptId }) => Number(promptId.slice(1)) < 9))
    const chances = measured(marketOf(nine)).changes.map(({ probability }) => probability.toFixed(4))
    says(`With nine prompts they would be ${chances.join(' and ')}`)
    assert.deepEqual(followed(nine), [])
  })

  test('an order that turns', () => {
    const brandFirst = week([{ brand: 1, rival: 2 }], 12)
    const rivalFirst = week([{ brand: 2, rival: 1 }], 12)
    const weeks = [brandFirst, brandFirst, rivalFirst, rivalFirst, rivalFirst, brandFirst, rivalFirst]
    const told = inShort(followed(weeks)).filter((line) => /overtook|fell_behind/.test(line))
    assert.deepEqual(told, ['4: rival overtook'])
    const of = (weekNumber: number, id: string) =>
      Math.round(score(marketOf(weeks.slice(0, weekNumber)).current, id)!.composite)
    for (const [index] of weeks.entries())
      says(`| ${index + 1} | ${of(index + 1, 'brand')} | ${of(index + 1, 'rival')} |`)
  })

  test('a new name', () => {
    const read = Array.from({ length: 60 }, (_, index) => ({ id: `${index}`, promptId: 'p', platform: 'chatgpt' }))
    assert.deepEqual([hasEntered(10, { read, answers: 60 }), hasEntered(9, { read, answers: 60 })], [true, false])
    const many = [...read, ...read, ...read]
    assert.deepEqual(
      [hasEntered(18, { read: many, answers: 180 }), hasEntered(17, { read: many, answers: 180 })],
      [true, false],
    )
    says('Of 60 answers 10 name it: told. Of 180, 17: not yet; 18: told.')
  })

  test('the figures of the rules are those of the engine', () => {
    says(`${NOTABLE_POINTS} points`)
    says(`${100 * FALSE_RATE} %`)
    says(`${ORDER_GAP} point`)
    says(`${100 * ENTRANT.share} % and ${ENTRANT.answers}`)
  })
})
