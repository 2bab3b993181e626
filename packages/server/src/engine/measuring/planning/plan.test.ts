import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { plan, planCost } from './plan.ts'

const names = (prefix: string, max: number, min = 0) =>
  fc.integer({ min, max }).map((length) => Array.from({ length }, (_, index) => `${prefix}${index}`))
const anyPlan = fc.record({
  prompts: names('p', 23),
  platforms: names('platform-', 10),
  repeats: fc.integer({ min: 1, max: 3 }),
})

test('a run asks each prompt on each platform as often as it repeats, once a slot', () => {
  fc.assert(
    fc.property(anyPlan, (input) => {
      const slots = plan(input)
      const { prompts, platforms, repeats } = input
      assert.equal(slots.length, prompts.length * platforms.length * repeats)
      assert.equal(new Set(slots.map((slot) => JSON.stringify(slot))).size, slots.length)
      assert.equal(planCost(input, () => 0).answers, slots.length)
      assert.deepEqual(plan(input), slots)
    }),
  )
})

test('wherever a run is cut, prompts and platforms have been asked equally often, give or take one', () => {
  const spread = (counts: Map<string, number>) => Math.max(...counts.values()) - Math.min(...counts.values())
  fc.assert(
    fc.property(
      names('p', 23, 1),
      names('platform-', 10, 1),
      fc.integer({ min: 1, max: 3 }),
      (prompts, platforms, repeats) => {
        const asked = {
          prompts: new Map(prompts.map((prompt) => [prompt, 0])),
          platforms: new Map(platforms.map((platform) => [platform, 0])),
        }
        for (const { promptId, platform } of plan({ prompts, platforms, repeats })) {
          asked.prompts.set(promptId, asked.prompts.get(promptId)! + 1)
          asked.platforms.set(platform, asked.platforms.get(platform)! + 1)
          assert.ok(spread(asked.prompts) <= 1 && spread(asked.platforms) <= 1)
        }
      },
    ),
  )
})

test('every prompt has been asked somewhere before any is asked again', () => {
  assert.deepEqual(plan({ prompts: ['p1', 'p2', 'p3'], platforms: ['a', 'b'], repeats: 1 }), [
    { promptId: 'p1', platform: 'a', repeat: 1 },
    { promptId: 'p2', platform: 'b', repeat: 1 },
    { promptId: 'p3', platform: 'a', repeat: 1 },
    { promptId: 'p1', platform: 'b', repeat: 1 },
    { promptId: 'p2', platform: 'a', repeat: 1 },
    { promptId: 'p3', platform: 'b', repeat: 1 },
  ])
})

test('the cost of a run is known when the price of every platform is', () => {
  const input = { prompts: ['p1', 'p2', 'p3'], platforms: ['a', 'b'], repeats: 2 }
  const prices = new Map([['a', 0.0266005]])
  assert.deepEqual(
    planCost(input, (platform) => prices.get(platform) ?? 0.1),
    {
      answers: 12,
      platforms: [
        { platform: 'a', answers: 6, estimatedUsd: 0.159603 },
        { platform: 'b', answers: 6, estimatedUsd: 0.6 },
      ],
      estimatedUsd: 0.759603,
    },
  )
  const partly = planCost(input, (platform) => prices.get(platform) ?? null)
  assert.equal(partly.estimatedUsd, null)
  assert.deepEqual(
    partly.platforms.map(({ estimatedUsd }) => estimatedUsd),
    [0.159603, null],
  )
})
