import type { RecommendationKind } from '@sightline/sdk'
import { answer } from '../../scoring/cells.test-support.ts'
import { countCells, type Cell } from '../../scoring/cells.ts'
import type { AskedPrompt, Criticism, EntityPagesCell, Market, SiteFinding, SourceCell } from './market.ts'

/** Names by letter: B is the brand, the others its rivals. */
const IDS: Record<string, string> = { B: 'brand', Q: 'quorvane', T: 'taskmoor', Z: 'zephlane', Y: 'wickerly' }

/** Answers as letters in the order of the names: `'QB'` names Quorvane first, then the brand; each with its number. */
export type Answers = Record<string, number>

/** What each prompt was answered on a platform. */
export const cellsOf = (byPrompt: Record<string, Answers>, platform = 'chatgpt'): Cell[] =>
  countCells(
    Object.entries(byPrompt).flatMap(([promptId, answers]) =>
      Object.entries(answers).flatMap(([letters, count]) =>
        Array.from({ length: count }, () => answer(promptId, platform, placesOf(letters))),
      ),
    ),
  )

const placesOf = (letters: string): Record<string, number> =>
  Object.fromEntries(
    Array.from(letters.replace('-', ''), (letter, index): [string, number] => [IDS[letter] ?? letter, index + 1]),
  )

export const aMarket = (more: Partial<Market>): Market => {
  const cells = more.cells ?? []
  const promptIds = [...new Set(cells.map(({ promptId }) => promptId))].toSorted()
  return {
    brand: { id: 'brand', name: 'Fernhold' },
    rivals: [
      { id: 'quorvane', name: 'Quorvane' },
      { id: 'taskmoor', name: 'Taskmoor' },
      { id: 'zephlane', name: 'Zephlane' },
      { id: 'wickerly', name: 'Wickerly' },
    ],
    prompts: promptIds.map((id) => aPrompt(id)),
    weights: {},
    window: '28d',
    days: { from: '2026-02-06', to: '2026-03-05' },
    cells,
    previousCells: [],
    sources: [],
    ownPages: [],
    entityPages: [],
    searches: [],
    criticism: [],
    findings: [],
    known: new Set(),
    ...more,
  }
}

export const aPrompt = (id: string, more: Partial<AskedPrompt> = {}): AskedPrompt => ({
  id,
  text: `question ${id}`,
  topic: null,
  country: null,
  language: null,
  ...more,
})

/** Six questions on one platform, ten answers each, the brand first wherever nothing else is said: a cell is 100 ÷ 6 points. */
export const sixQuestions = (answers: Record<string, Answers> = {}): Cell[] => {
  const all: Record<string, Answers> = {
    p1: { B: 10 },
    p2: { B: 10 },
    p3: { B: 10 },
    p4: { B: 10 },
    p5: { B: 10 },
    p6: { B: 10 },
  }
  return cellsOf({ ...all, ...answers })
}

export const aSource = (promptId: string, more: Partial<SourceCell>): SourceCell => ({
  site: 'reviews.test',
  owner: 'third_party',
  isPrevious: false,
  promptId,
  platform: 'chatgpt',
  answers: 0,
  withBrand: 0,
  rivalsOnly: 0,
  rivals: {},
  ...more,
})

export const pagesIn = (entityId: string, promptId: string, answers: number): EntityPagesCell => ({
  entityId,
  promptId,
  platform: 'chatgpt',
  answers,
})

export const aCriticism = (answerId: string, promptId: string, text: string): Criticism => ({
  answerId,
  promptId,
  platform: 'chatgpt',
  text,
  sites: ['reviews.test'],
})

/** Markets small enough to compute by hand, one a kind; `docs/recommendations.md` tells them in words. */
export type Example = {
  market: Market
  subject: string
  /** Lift in points, computed by hand. */
  points: number
  /** The same a little thinner: no advice for the first time, but still enough for what is known. */
  tooLittle: Market
}

const sixOfTen = { Q: 6, B: 4 }

const anOwnPage = {
  url: 'https://fernhold.test/agencies',
  domain: 'fernhold.test',
  promptId: 'p1',
  platform: 'chatgpt',
  answers: 5,
  unnamed: 4,
}

const aFinding: SiteFinding = {
  subject: 'closed_by_robots fernhold.test',
  title: 'Open fernhold.test to OAI-SearchBot',
  summary: 'The robots.txt of the site forbids OAI-SearchBot.',
  effort: 'low',
  platforms: ['chatgpt'],
  urls: ['https://fernhold.test/robots.txt'],
}

const germanAndOthers = [
  ...['d1', 'd2', 'd3'].map((id) => aPrompt(id, { country: 'DE', language: 'de' })),
  ...['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((id) => aPrompt(id)),
]

export const examples: Record<RecommendationKind, Example> = {
  prompt_gap: {
    market: aMarket({ cells: sixQuestions({ p1: { QT: 10 } }) }),
    subject: 'p1',
    points: (0.3 * 100 * 0.95) / 6,
    tooLittle: aMarket({ cells: sixQuestions({ p1: { QT: 7 } }) }),
  },
  topic_gap: {
    market: aMarket({
      cells: sixQuestions({ p1: { QT: 10 }, p2: { QT: 10 }, p3: { QT: 10 } }),
      prompts: ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((id) => aPrompt(id, { topic: id < 'p5' ? 'agencies' : null })),
    }),
    subject: 'agencies',
    points: 3 * ((0.3 * 100 * 0.95) / 6),
    tooLittle: aMarket({
      cells: sixQuestions({ p1: { QT: 10 }, p2: { QT: 10 }, p3: { QT: 10 }, p7: { B: 10 } }),
      prompts: ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'].map((id) => aPrompt(id, { topic: 'agencies' })),
    }),
  },
  search_unanswered: {
    market: aMarket({
      cells: sixQuestions({ p1: sixOfTen }),
      entityPages: [pagesIn('quorvane', 'p1', 5)],
      searches: [{ promptId: 'p1', platform: 'chatgpt', search: 'best agency tool 2026', answers: 7, told: 10 }],
    }),
    subject: 'p1',
    points: (0.35 * 100 * (0.6 - 0.4)) / 6,
    tooLittle: aMarket({
      cells: sixQuestions({ p1: sixOfTen }),
      entityPages: [pagesIn('quorvane', 'p1', 5)],
      searches: [{ promptId: 'p1', platform: 'chatgpt', search: 'best agency tool 2026', answers: 3, told: 4 }],
    }),
  },
  own_page_unnamed: {
    market: aMarket({
      cells: sixQuestions({ p1: sixOfTen }),
      ownPages: [anOwnPage],
    }),
    subject: 'https://fernhold.test/agencies',
    points: (0.5 * 100 * (0.4 * (0.6 - 0.4))) / 6,
    tooLittle: aMarket({
      cells: sixQuestions({ p1: sixOfTen }),
      ownPages: [{ ...anOwnPage, answers: 10, unnamed: 4 }],
    }),
  },
  named_late: {
    market: aMarket({
      cells: cellsOf(Object.fromEntries(['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((id) => [id, { QTZYB: 10 }]))),
    }),
    subject: 'panel',
    points: 0.2 * 100 * (0.9 - 0.9 ** 4),
    tooLittle: aMarket({
      cells: cellsOf(Object.fromEntries(['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((id) => [id, { QTB: 10 }]))),
    }),
  },
  platform_lag: {
    market: aMarket({
      cells: [
        ...sixQuestions(),
        ...cellsOf(
          { p1: { Q: 10 }, p2: { Q: 8, B: 2 }, p3: { Q: 9, B: 1 }, p4: { Q: 10 }, p5: { Q: 7, B: 3 }, p6: { Q: 10 } },
          'claude',
        ),
      ],
    }),
    subject: 'claude',
    points: (0.2 * 50 * (1 + 0.6 + 0.8 + 1 + 0.4 + 1)) / 6,
    tooLittle: aMarket({
      cells: [
        ...sixQuestions(),
        ...cellsOf(
          { p1: { Q: 4 }, p2: { Q: 3, B: 1 }, p3: { Q: 4 }, p4: { Q: 4 }, p5: { Q: 3, B: 1 }, p6: { Q: 4 } },
          'claude',
        ),
      ],
    }),
  },
  locale_gap: {
    market: aMarket({
      cells: sixQuestions({
        d1: { Q: 10 },
        d2: { Q: 8, B: 2 },
        d3: { Q: 9, B: 1 },
      }),
      prompts: germanAndOthers,
    }),
    subject: 'de-DE',
    points: (0.3 * 100 * (1 + 0.6 + 0.8)) / 9,
    tooLittle: aMarket({
      cells: sixQuestions({ d1: { Q: 5 }, d2: { Q: 4, B: 1 }, d3: { Q: 4, B: 1 } }),
      prompts: germanAndOthers,
    }),
  },
  source_gap: {
    market: aMarket({
      cells: sixQuestions({ p1: sixOfTen, p2: sixOfTen }),
      sources: [
        aSource('p1', { answers: 5, rivalsOnly: 5, rivals: { quorvane: 5 } }),
        aSource('p2', { answers: 4, rivalsOnly: 4, rivals: { quorvane: 4 } }),
      ],
    }),
    subject: 'reviews.test',
    points: (0.25 * 100 * (0.5 * 0.2 + 0.4 * 0.2)) / 6,
    tooLittle: aMarket({
      cells: sixQuestions({ p1: { Q: 10 }, p2: { Q: 10 } }),
      sources: ['p1', 'p2'].map((id) => aSource(id, { answers: 2, rivalsOnly: 2, rivals: { quorvane: 2 } })),
    }),
  },
  source_lost: {
    market: aMarket({
      cells: sixQuestions({ p1: { Q: 10 } }),
      previousCells: sixQuestions(),
      sources: [aSource('p1', { isPrevious: true, answers: 5, withBrand: 5 })],
    }),
    subject: 'reviews.test',
    points: (0.35 * 100 * (0.5 * 1)) / 6,
    tooLittle: aMarket({
      cells: sixQuestions({ p1: { Q: 10 } }),
      previousCells: sixQuestions(),
      sources: [aSource('p1', { isPrevious: true, answers: 4, withBrand: 4 })],
    }),
  },
  negative_claim: {
    market: aMarket({
      cells: sixQuestions({ p1: { QB: 10 }, p2: { QB: 10 } }),
      criticism: [
        aCriticism('ans_1', 'p1', 'the learning curve is steep'),
        aCriticism('ans_2', 'p1', 'Fernhold has a steep learning curve'),
        aCriticism('ans_3', 'p2', 'complaints about its learning curve'),
      ],
    }),
    subject: 'curve learning',
    points: (0.2 * 100 * (0.2 * 0.1 + 0.1 * 0.1)) / 6,
    tooLittle: aMarket({
      cells: sixQuestions({ p1: { QB: 10 }, p2: { QB: 10 } }),
      criticism: [
        aCriticism('ans_1', 'p1', 'the learning curve is steep'),
        aCriticism('ans_3', 'p2', 'complaints about its learning curve'),
      ],
    }),
  },
  site_unreadable: {
    market: aMarket({
      cells: sixQuestions({ p1: sixOfTen }),
      entityPages: [pagesIn('quorvane', 'p1', 5), pagesIn('quorvane', 'p2', 2)],
      findings: [aFinding],
    }),
    subject: 'closed_by_robots fernhold.test',
    points: (0.35 * 100 * (0.5 * (0.6 - 0.4))) / 6,
    tooLittle: aMarket({
      cells: sixQuestions({ p1: sixOfTen }),
      entityPages: [pagesIn('quorvane', 'p1', 5)],
      findings: [aFinding],
    }),
  },
}
