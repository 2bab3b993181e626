import * as fc from 'fast-check'
import { countCells } from '../../scoring/cells.ts'
import { answer } from '../../scoring/cells.test-support.ts'
import { aCriticism, aMarket, aPrompt, aSource, pagesIn } from './examples.test-support.ts'
import type { Market } from './market.ts'

const PROMPTS = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7']
const PLATFORMS = ['chatgpt', 'claude']
const prompt = fc.constantFrom(...PROMPTS)
const place = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 8 }))

/** Each prompt leans to some names, so that there is something to find. */
const someCells = fc
  .array(
    fc.record({
      promptId: prompt,
      platform: fc.constantFrom(...PLATFORMS),
      places: fc.record({ brand: place, quorvane: place, taskmoor: place, zephlane: place }),
      times: fc.integer({ min: 1, max: 12 }),
    }),
    { minLength: 6, maxLength: 30 },
  )
  .map((groups) =>
    countCells(
      groups.flatMap(({ promptId, platform, places, times }) =>
        Array.from({ length: times }, () => answer(promptId, platform, places)),
      ),
    ),
  )

const count = fc.integer({ min: 0, max: 8 })

const someSources = fc.array(
  fc
    .record({
      site: fc.constantFrom('reviews.test', 'guide.test', 'reddit.com'),
      isPrevious: fc.boolean(),
      promptId: prompt,
      withBrand: count,
      rivalsOnly: count,
      quorvane: count,
    })
    .map(({ quorvane, ...source }) =>
      aSource(source.promptId, {
        ...source,
        answers: source.withBrand + source.rivalsOnly,
        rivals: { quorvane: Math.min(quorvane, source.withBrand + source.rivalsOnly) },
      }),
    ),
  { maxLength: 12 },
)

const someCriticism = fc.array(
  fc.record({
    answer: fc.integer({ min: 1, max: 9 }),
    promptId: prompt,
    text: fc.constantFrom(
      'slow support',
      'support is slow at weekends',
      'steep learning curve',
      'the curve of learning',
    ),
  }),
  { maxLength: 10 },
)

/** Once a site, period, prompt and platform, as the store gives them. */
const once = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]

export const anyMarket: fc.Arbitrary<Market> = fc
  .record({
    cells: someCells,
    previousCells: someCells,
    sources: someSources,
    criticism: someCriticism,
    pages: fc.array(fc.record({ promptId: prompt, answers: count }), { maxLength: 7 }),
    topic: fc.boolean(),
    weight: fc.constantFrom(0, 1, 3),
  })
  .map(({ cells, previousCells, sources, criticism, pages, topic, weight }) =>
    aMarket({
      cells,
      previousCells,
      weights: { claude: weight },
      prompts: PROMPTS.map((id) =>
        aPrompt(id, {
          topic: topic && id < 'p5' ? 'agencies' : null,
          ...(id > 'p3' && { country: 'DE', language: 'de' }),
        }),
      ),
      sources: once(sources, ({ site, isPrevious, promptId }) => JSON.stringify([site, isPrevious, promptId])),
      criticism: once(
        criticism.map(({ answer, promptId, text }) => aCriticism(`ans_${answer}_${promptId}`, promptId, text)),
        ({ answerId }) => answerId,
      ),
      entityPages: once(pages, ({ promptId }) => promptId).map(({ promptId, answers }) =>
        pagesIn('quorvane', promptId, answers),
      ),
      searches: PROMPTS.map((promptId) => ({
        promptId,
        platform: 'chatgpt',
        search: 'best tool',
        answers: 5,
        told: 6,
      })),
    }),
  )

/** The same market told in another order. */
export function shuffled(market: Market, seed: number): Market {
  const mixed = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item, index) => ({ item, key: Math.sin(seed + index * 7919) }))
      .toSorted((one, other) => one.key - other.key)
      .map(({ item }) => item)
  return {
    ...market,
    rivals: mixed(market.rivals),
    prompts: mixed(market.prompts),
    cells: mixed(market.cells),
    previousCells: mixed(market.previousCells),
    sources: mixed(market.sources),
    entityPages: mixed(market.entityPages),
    searches: mixed(market.searches),
    criticism: mixed(market.criticism),
  }
}
