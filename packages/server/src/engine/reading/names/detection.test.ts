import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert as check, constantFrom, property } from 'fast-check'
import { measureAccuracy, sharedAnswers } from './accuracy.test-support.ts'
import { buildMatcher, type Matcher, type EntityNames } from './matcher.ts'
import { DETECTION_CASES } from './detection-cases.test-support.ts'
import { DETECTION_LINES } from './detection-lines.test-support.ts'
import { mentionsIn, type Mention } from './mentions.ts'

test('names that are also words, people, places or dates are told apart by their surroundings', () => {
  const books = new Map<string, Matcher>()
  const sentences = [...DETECTION_CASES, ...DETECTION_LINES]
  const wrong = sentences.flatMap(({ names, text: expected }) => {
    const matcher = books.get(names) ?? buildMatcher(names.split('; ').map(entityOf))
    books.set(names, matcher)
    const text = expected.replaceAll(/[⟦⟧]/g, '')
    const found = markMentions(text, mentionsIn(text, matcher))
    return found === expected ? [] : [`expected ${expected}\n     got ${found}`]
  })
  assert.ok(wrong.length <= 0.02 * sentences.length, `${wrong.length} of ${sentences.length}\n${wrong.join('\n')}`)
})

test('every name of the Unicode set is found as written and not inside other words', () => {
  const names =
    '.NET; C&A; 7-Eleven; Yahoo!; 資生堂; 小米; トヨタ; Яндекс; Škoda; AT&T; H&M; Häagen-Dazs; Citroën; 3M; Ørsted; Львівське; 현대; ไทยรัฐ; Ελλάς; C++'
  const entities = names.split('; ').map((name) => entity(name))
  for (const { name } of entities) {
    assert.equal(marked(`(${name})`, entities), `(⟦${name}⟧)`)
    assert.equal(marked(`Use ${name}, then rest.`, entities), `Use ⟦${name}⟧, then rest.`)
  }
  for (const other of [
    'someone@example.net',
    'ASP.NETworks',
    'C&AB',
    '17-Eleven',
    'オトヨタ',
    'ШЯндекс',
    'AT&Tx',
    '13M',
    'C++11',
  ]) {
    assert.equal(marked(`See ${other} here.`, entities), `See ${other} here.`)
  }
})

test('spellings a reader takes for the name count: case, accents, spacing, &, apostrophes, endings, legal forms', () => {
  const entities = [
    entity('Häagen-Dazs'),
    entity('Müller GmbH'),
    entity("Levi's"),
    entity('Barnes & Noble'),
    entity('YouTube'),
    entity('Disney+'),
    entity('The Trade Desk'),
    entity('Лада'),
  ]
  const expected = [
    '⟦Haagen Dazs⟧, ⟦HÄAGEN-DAZS⟧, ⟦Müller⟧, ⟦Mueller⟧ and ⟦Muller GmbH⟧; ⟦Levi’s⟧ and ⟦Levis⟧.',
    '⟦Barnes and Noble⟧, ⟦Barnes &amp; Noble⟧, ⟦barnes & noble⟧; ⟦You Tube⟧, ⟦youtube⟧; ⟦Disney Plus⟧, ⟦Disney+⟧.',
    "⟦Trade Desk⟧'s price; ⟦YouTube⟧s and ⟦YouTube⟧'s; на ⟦Ладе⟧ и ⟦Ладу⟧.",
  ]
  for (const sentence of expected) assert.equal(marked(sentence.replaceAll(/[⟦⟧]/g, ''), entities), sentence)
})

test('a name in code, in an address or in a list of sources is no mention', () => {
  const entities = [entity('Shopify', { domains: ['shopify.com'] }), entity('GitLab', { domains: ['gitlab.com'] })]
  const text = [
    'Write to help@shopify.com, open shopify.com/pricing or https://example.org/gitlab-review.',
    '`npm i shopify` and',
    '```sh\ngitlab login\n```',
    '[⟦GitLab⟧](https://gitlab.com/x) is free. ([Shopify][1])',
    '',
    '[1]: https://shopify.com "Shopify pricing"',
  ].join('\n')
  assert.equal(marked(text.replaceAll(/[⟦⟧]/g, ''), entities), text)
})

test('character references are read as what they stand for, and the offsets stay those of the stored text', () => {
  const entities = [entity("Levi's"), entity('Café Noir'), entity('AT&T'), entity('Zyntra'), entity('Škoda')]
  for (const expected of [
    'Try ⟦Levi&#39;s⟧, ⟦Levi&apos;s⟧, ⟦Levi&#x2019;s⟧ or ⟦Levi&amp;#39;s⟧ jeans.',
    '⟦Caf&eacute; Noir⟧ and ⟦Cafe&#769;&nbsp;Noir⟧; ⟦AT&#38;T⟧, ⟦AT&amp;T⟧ and ⟦AT&amp;amp;T⟧; ⟦&Scaron;koda⟧.',
    '&quot;⟦Zyntra⟧&quot; &mdash; ⟦Zyntra⟧&#39;s price&hellip; R&amp;D at ⟦Zyntra⟧&trade;',
  ])
    assert.equal(marked(expected.replaceAll(/[⟦⟧]/g, ''), entities), expected)
  for (const other of ['Zyntra&eacute;s', 'AT&Tilde;', 'https://example.com/?q=1&amp;zyntra=2', '`Levi&#39;s`'])
    assert.deepEqual(ids(other, entities), [], other)
  // What would be markup stays what it is: no list, no code, no line of its own.
  assert.deepEqual(
    findIn('&#42; Zyntra&#10;&#45; AT&#38;T &lt;li&gt;Škoda', entities).map(({ evidence }) => evidence),
    [['exact name'], ['exact name'], ['exact name']],
  )
})

test('code is no prose, fenced without a language or indented too; lists, tables and templates in a fence are', () => {
  const entities = [entity('Shopify'), entity('Stripe')]
  for (const code of [
    '```\nnpm install shopify\nnpx shopify login\n```',
    'Set it up:\n\n```\nimport Shopify from "shopify"\nconst client = new Shopify.Client(key)\n```',
    'Run this:\n\n    pip install stripe\n    stripe login\n\nThen wait.',
    '1. Install it:\n\n        const stripe = require("stripe");\n',
    '~~~\nprovider: stripe\nmode: test\n~~~',
  ])
    assert.deepEqual(ids(code, entities), [], code)
  for (const prose of [
    '```\n1. Shopify\n2. Stripe\n```',
    '```\n| Shop | Fee |\n|---|---|\n| Shopify | 2% |\n| Stripe | 3% |\n```',
    '```\nShopify is the easiest start (for most shops).\nStripe takes the payment.\n```',
    '- Shops\n\n    - Shopify: easy;\n    - Stripe: payments;',
  ])
    assert.deepEqual(ids(prose, entities), ['Shopify', 'Stripe'], prose)
})

test('a name goes on where its line was broken to fit, and never over the end of a sentence, an item, a row or a block', () => {
  const entities = [entity('Acme Analytics'), entity('Häagen-Dazs')]
  for (const expected of [
    'For dashboards most teams use ⟦Acme\nAnalytics⟧ today.',
    '- for dashboards ⟦Acme\n  Analytics⟧ is best\n- the rest',
    '> They moved to ⟦Acme\n> Analytics⟧ last year.',
    'Buy **⟦Acme\r\nAnalytics⟧** or ⟦Häagen-\nDazs⟧.',
  ])
    assert.equal(marked(expected.replaceAll(/[⟦⟧]/g, ''), entities), expected)
  for (const other of [
    'We liked Acme. Analytics came later.',
    'We liked Acme.\nAnalytics came later.',
    'Is it Acme? Analytics says no! Acme; Analytics, Acme: Analytics – Acme, Analytics',
    '- Acme\n- Analytics',
    '1. Try Acme\n2. Analytics tools',
    'Tools:\nAcme\nAnalytics',
    'Best overall: Acme\nAnalytics: Looker',
    'We use Acme\n\nAnalytics is next.',
    'We use Acme  \nAnalytics is next.',
    'We use Acme\\\nAnalytics is next.',
    'We use Acme<br>Analytics is next.',
    '| Tool | For |\n|---|---|\n| Acme | Analytics |\n| Bolt | Acme |\n| Analytics | x |',
    '## About Acme\nAnalytics is next.',
    '**We use Acme**\nAnalytics is next.',
  ])
    assert.deepEqual(ids(other, entities), [], other)
})

test('excluded names, case, longest names and names of two owners', () => {
  const delta = entity('Delta', { excludedNames: ['Delta Force', 'Delta Dental'] })
  assert.equal(marked('We flew Delta; Delta Force is a film.', [delta]), 'We flew ⟦Delta⟧; Delta Force is a film.')
  const exact = entity('GAP', { caseSensitive: true })
  assert.equal(marked('Shop at GAP, not Gap.', [exact]), 'Shop at ⟦GAP⟧, not Gap.')
  const mint = [entity('Mint Mobile'), entity('Mobile World')]
  assert.equal(marked('Mint Mobile World', mint), '⟦Mint Mobile⟧ World')
  const maps = [entity('Google', { domains: ['google.com'] }), entity('Google Maps', { domains: ['maps.google.com'] })]
  assert.deepEqual(ids('Open Google Maps.', maps), ['Google Maps', 'Google'])
  assert.deepEqual(ids('Try Zyntra.', [entity('Zyntra'), { ...entity('Zyntra'), id: 'other' }]), ['Zyntra', 'other'])
  const pieces = entity('Sony', { aliases: ['PlayStation'] })
  assert.equal(
    marked('A Sony PlayStation, a PlayStation by Sony.', [pieces]),
    'A ⟦Sony PlayStation⟧, a ⟦PlayStation⟧ by ⟦Sony⟧.',
  )
})

test('offsets point at the surface, in reading order, in any text', () => {
  const entities = [
    entity('Apple', { domains: ['apple.com'] }),
    entity('AT&T'),
    entity('小米'),
    entity('Claude'),
    entity('Ёлка'),
  ]
  const matcher = buildMatcher(entities)
  const pieces = [
    'Apple',
    'apple.com/x',
    'AT&amp;T',
    '&amp;#38;',
    '&eacute;',
    'AT\nT',
    '小米',
    '粥',
    'Jean-',
    'Claude',
    ' ',
    '\n',
    '- ',
    '# ',
    '|',
    '**',
    '`',
    '```',
    '](',
    '[',
    '[1]: ',
    '. ',
    'Ёлку',
    '\u0301',
    '🔥',
    "'s",
  ]
  check(
    property(array(constantFrom(...pieces), { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      const mentions = mentionsIn(text, matcher)
      for (const { start, end, surface } of mentions) assert.equal(text.slice(start, end), surface)
      assert.deepEqual(
        mentions,
        mentions.toSorted((a, b) => a.start - b.start),
      )
    }),
    { numRuns: 500 },
  )
})

test('each mention says why it counts', () => {
  const [first] = findIn('1. **Asana**: plans\n2. **Trello**: boards', [entity('Trello')])
  assert.deepEqual(first?.evidence, ['exact name', 'list item 2', 'bold'])
  const [second] = findIn('We moved from Asana to Slack last year.', [entity('Asana'), entity('Slack')]).slice(1)
  assert.deepEqual(second?.evidence.includes('capital inside a sentence'), true)
})

const FLOORS = {
  'labels-dev.jsonl': { precision: 0.985, recall: 0.985, f1: 0.985, spanF1: 0.97, order: 0.98 },
  'adversarial-dev.jsonl': { precision: 0.95, recall: 0.95, f1: 0.97, spanF1: 0.95, order: 0.95 },
} as const

const folder = sharedAnswers()
for (const [file, floors] of Object.entries(FLOORS)) {
  test(`accuracy on the labelled answers of ${file} stays above its floors`, (context) => {
    if (folder === null) {
      context.skip('no folder of labelled answers: set SIGHTLINE_SHARED or put `shared` beside the repository')
      return
    }
    const accuracy = measureAccuracy(folder, file as keyof typeof FLOORS)
    for (const [measure, floor] of Object.entries(floors)) {
      const value = accuracy[measure as keyof typeof floors]
      context.diagnostic(`${file} ${measure} ${value.toFixed(4)} (floor ${floor})`)
      assert.ok(value >= floor, `${measure} ${value} < ${floor}\n${accuracy.mistakes.join('\n')}`)
    }
    context.diagnostic(`${file}: ${accuracy.texts} texts, ${accuracy.pairs} pairs`)
  })
}

function entity(name: string, more: Partial<EntityNames> = {}): EntityNames {
  return {
    id: name,
    kind: 'competitor',
    name,
    aliases: [],
    excludedNames: [],
    domains: [],
    caseSensitive: false,
    ...more,
  }
}

function findIn(text: string, entities: EntityNames[]) {
  return mentionsIn(text, buildMatcher(entities))
}

function ids(text: string, entities: EntityNames[]): string[] {
  return findIn(text, entities).map(({ entityId }) => entityId)
}

/** "Monday.com=Monday": a name and its aliases. */
function entityOf(written: string): EntityNames {
  const [name = '', ...aliases] = written.split('=')
  return entity(name, { aliases })
}

function marked(text: string, entities: EntityNames[]): string {
  return markMentions(text, findIn(text, entities))
}

/** The text with `⟦…⟧` around each mention. */
function markMentions(text: string, mentions: Mention[]): string {
  let out = ''
  let at = 0
  for (const { start, end, surface } of mentions) {
    out += `${text.slice(at, start)}⟦${surface}⟧`
    at = end
  }
  return out + text.slice(at)
}
