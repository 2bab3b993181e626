import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENTRY } from '../support/growing-lists.ts'
import { ALL_TRACKED } from '../support/growth-of-untracked-names.ts'
import { described, measureGrowth, type Growth } from '../support/growth.ts'

/**
 * Steps of four times the text: a sort or an index takes a logarithm more, and V8 counts a part of the blocks of a function
 * that it compiled anew while it was counted. Quadratic work takes sixteen times as many.
 */
const MOST_GROWTH = 6
/** Steps for each unit of the longest text. With the growth above 100,000 units take at most a hundred thousand times this. */
const MOST_STEPS = 4_000

/** Of what each of them repeats; the whole list of patterns is for extraction, which reads every text. */
const MARKUP = ['a. ', '[a](http://a.b) ', '[1]', ')', '🙂'] // prettier-ignore
const TEXTS = ['A.', ' ', '[', '[a](', '**a** ', '- **Zoro** is bad. ', '| Zoro | a |\n', 'Monday ', '小米', '"', '@all '] // prettier-ignore
const PAGES = ['a', ' ', '🙂', '<a ', '<b>', '<b>a', '</i>', '<div><form>', '<!--', '<script', '<h1>a', '<p>', '&amp;', '<url><loc>a</loc></url>', 'User-agent: a\n', 'User-agent: GPTBot\nDisallow: /\n', 'Disallow: *a*\n'] // prettier-ignore

/** One of each kind of reader. */
const WIRES = ['chatgpt', 'perplexity', 'claude', 'gemini', 'deepseek', 'an answer kept by DataForSEO']
/** Characters of the longest answer that can be imported. */
const LONGEST = 100_000
const isAbove =
  (most: number) =>
  ({ steps }: Growth): boolean =>
    steps.some(({ length, count }) => count > most * length)

const moduleOf = (name: string): URL => new URL(`../support/${name}.ts`, import.meta.url)

function requireLinear(growths: Growth[]): void {
  assert.ok(growths.length > 0)
  const wrong = growths.filter((growth) => {
    const last = growth.steps.at(-1)!
    return last.count > MOST_GROWTH * growth.steps[0]!.count || last.count > MOST_STEPS * last.length
  })
  assert.deepEqual(wrong.map(described), [])
}

describe('What strangers send is read in steps that grow with its length', () => {
  test('replies of all platforms with a pattern in every text', async () => {
    requireLinear(await measureGrowth(moduleOf('growth-of-replies'), MARKUP, [512, 1_024, 2_048]))
  })

  test('replies of all platforms with many entries of every kind', async () => {
    const growths = await measureGrowth(moduleOf('growth-of-reply-lists'), [ENTRY], [160, 320, 640])
    requireLinear(growths.map((growth) => ({ ...growth, steps: perEntry(growth.steps) })))
  })

  test('discovered names, criticism, claims, questions, messages, bodies and results for assistants', async () => {
    requireLinear(await measureGrowth(moduleOf('growth-of-texts'), TEXTS, [400, 800, 1_600]))
  })

  test('a reply of 100,000 characters takes at most 1,000 steps for each, a page 300', async () => {
    const replies = await measureGrowth(moduleOf('growth-of-replies'), ['[a](http://a.b) '], [1_000, LONGEST], WIRES)
    const pages = await measureGrowth(moduleOf('growth-of-pages'), ['<b>', '<a ', 'Disallow: *a*\n'], [1_000, LONGEST])
    const wrong = [...replies.filter(isAbove(1_000)), ...pages.filter(isAbove(300))]
    assert.deepEqual(
      wrong.map(({ reader, pattern, steps }) => `${reader}, ${pattern}: ${steps.at(-1)?.count}`),
      [],
    )
  })

  test('untracked names are looked for at most at 200 steps a unit where answers name tracked ones only', async () => {
    const growths = await measureGrowth(moduleOf('growth-of-untracked-names'), [ALL_TRACKED], [10_000, LONGEST])
    assert.deepEqual(growths.filter(isAbove(200)).map(described), [])
  })

  test('pages, robots.txt and sitemaps', async () => {
    // From more elements in one another on than the parser tells apart.
    requireLinear(await measureGrowth(moduleOf('growth-of-pages'), PAGES, [3_000, 6_000, 12_000]))
  })

  test('names, rules, elements, words and mentions in lists', async () => {
    const growths = await measureGrowth(moduleOf('growth-of-text-lists'), [ENTRY], [150, 300, 600])
    requireLinear(growths.map((growth) => ({ ...growth, steps: perEntry(growth.steps) })))
  })
})

/** An entry is about twenty units of what was sent, or more. */
const perEntry = (steps: Growth['steps']): Growth['steps'] =>
  steps.map(({ length, count }) => ({ length: 20 * length, count }))
