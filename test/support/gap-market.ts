import assert from 'node:assert/strict'
import type { BrandScore, Client, Recommendation, RecommendationSummary } from '@sightline/sdk'
import type { TestApp, Tenant } from './test-app.ts'
import { asOwner } from './owner.ts'
import { quiet } from './pipeline.ts'

/** Six questions on two platforms: five that answers name the brand first for, and one whose answers name rivals only. */
export type GapMarket = {
  tenant: Tenant
  client: Client
  brandId: string
  params: { id: string }
  competitorIds: { quorvane: string; taskmoor: string }
  /** The question with the gap comes first. */
  promptIds: string[]
  /** Answers to all questions, one a platform and day; `lines` by question, F where left out. */
  answer(days: string[], lines?: Record<number, string>, more?: Record<number, object>): Promise<void>
}

export const GAP_QUESTION = 'which tool plans the work of a small agency'
export const QUESTIONS = [
  GAP_QUESTION,
  ...['boards', 'charts', 'sprints', 'budgets', 'roadmaps'].map((word) => `which tool has the best ${word}`),
]
export const PLATFORMS = ['chatgpt', 'claude']

const NAMES: Record<string, string> = { F: 'Fernhold', Q: 'Quorvane', T: 'Taskmoor' }

export async function gapMarket(house: TestApp): Promise<GapMarket> {
  const tenant = await house.tenant()
  const { client } = tenant
  const { id } = await client.createBrand({ body: { name: 'Fernhold', domains: ['fernhold.example'] } })
  const params = { id }
  const quorvane = await client.addCompetitor({ params, body: { name: 'Quorvane', domains: ['quorvane.example'] } })
  const taskmoor = await client.addCompetitor({ params, body: { name: 'Taskmoor' } })
  const { data } = await client.createPrompts({ params, body: { prompts: QUESTIONS.map((text) => ({ text })) } })
  const idOf = new Map(data.map((prompt) => [prompt.text, prompt.id]))
  return {
    tenant,
    client,
    brandId: id,
    params,
    competitorIds: { quorvane: quorvane.id, taskmoor: taskmoor.id },
    promptIds: QUESTIONS.map((text) => idOf.get(text) ?? ''),
    answer: async (days, lines = { 0: 'QT' }, more = {}) => {
      const answers = days.flatMap((day) =>
        PLATFORMS.flatMap((platform) =>
          QUESTIONS.map((prompt, question) => ({
            prompt,
            platform,
            text: listOf(lines[question] ?? 'FQ'),
            collectedAt: `${day}T12:00:00Z`,
            ...more[question],
          })),
        ),
      )
      const { rejected } = await client.importAnswers({ params, body: { answers } })
      assert.deepEqual(rejected, [])
      await quiet(house)
    },
  }
}

/** Answers that name Quorvane and not the brand, to five questions: what is advised then; the id of the first. */
export async function aRecommendation(house: TestApp, client: Client, brandId: string): Promise<string> {
  const params = { id: brandId }
  const answers = Array.from({ length: 40 }, (_, index) => ({
    prompt: `which tool is best for purpose ${index % 5}`,
    platform: 'chatgpt',
    text: 'Quorvane is the one to take.',
  }))
  await client.importAnswers({ params, body: { answers } })
  await quiet(house)
  const { data } = await client.listSuggestions({ params })
  assert.ok(data[0], 'something is advised')
  return data[0].id
}

/** One as a scoring would leave it, without the questions and answers that the other tests would meet. */
export async function planted(house: TestApp, { organizationId }: Tenant, brandId: string): Promise<string> {
  const id = house.app.services.newId('recommendation')
  const evidence = {
    prompts: [],
    promptCount: 0,
    platforms: [],
    rivals: [],
    sources: [],
    searches: [],
    quotes: [],
    answerIds: [],
  }
  await asOwner(
    house,
    `insert into recommendation values ($1, $2, $3, 'source_gap', 'reviews.test', 'new', now(), null, 'Get considered', 'Because.', 'low', 3, 1, 5,
       0.3, '28d', '2026-01-01', '2026-01-28', 9, '{chatgpt}', false, $4, '[]', 0, now(), now(), now(), null, null, now())`,
    [organizationId, id, brandId, JSON.stringify(evidence)],
  )
  return id
}

/** `2026-03-02` and the days after it. */
export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${first}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
  )

type Query = NonNullable<Parameters<Client['listSuggestions']>[0]['query']>

export const listed = async ({ client, params }: GapMarket, query: Query = {}): Promise<RecommendationSummary[]> =>
  (await client.listSuggestions({ params, query })).data

/** The one recommendation that the list holds. */
export async function only(market: GapMarket, query: Query = {}): Promise<RecommendationSummary> {
  const [first, ...others] = await listed(market, query)
  assert.ok(first, 'there is one')
  assert.deepEqual(
    others.map(({ fingerprint }) => fingerprint),
    [],
  )
  return first
}

export const sidOf = (market: GapMarket, { id }: { id: string }) => ({ ...market.params, sid: id })

export const move = (
  market: GapMarket,
  one: { id: string },
  body: Parameters<Client['updateSuggestion']>[0]['body'],
): Promise<Recommendation> => market.client.updateSuggestion({ params: sidOf(market, one), body })

export const topOf = async ({ client, params }: GapMarket, window = '7d'): Promise<BrandScore['topRecommendation']> =>
  (await client.getBrandScore({ params, query: { window } })).topRecommendation

const listOf = (names: string): string =>
  names === ''
    ? 'Nothing comes to mind for this.'
    : Array.from(names, (letter, index) => `${index + 1}. ${NAMES[letter]} is one of the tools.`).join('\n')
