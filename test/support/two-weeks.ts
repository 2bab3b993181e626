import { runEnd, type Tenant, type TestApp } from './test-app.ts'

/** A brand, two competitors, two prompts, two platforms, two weeks: small enough to compute by hand. */
export type TwoWeeks = {
  tenant: Tenant
  brandId: string
  competitorIds: [string, string]
  promptIds: [string, string]
}

export const firstWeek = { from: '2025-11-03', to: '2025-11-09' }
export const secondWeek = { from: '2025-11-10', to: '2025-11-16' }

export const QUESTIONS = ['which tool should a small team use', 'what helps to plan a launch'] as const

/** Names in their order; F: the brand, Q and T: the competitors. The value of place k is 0.9^(k − 1). */
const ANSWERS: [day: string, platform: string, question: 0 | 1, names: string, model?: string][] = [
  // chatgpt: (0.95 + 0) ÷ 2 = 47.5; claude: (0.81 + 1) ÷ 2 = 90.5; composite 69
  ['2025-11-03', 'chatgpt', 0, 'F', 'gpt-a'],
  ['2025-11-04', 'chatgpt', 0, 'QF', 'gpt-a'],
  ['2025-11-05', 'chatgpt', 1, 'Q', 'gpt-a'],
  ['2025-11-05', 'claude', 0, 'QTF'],
  ['2025-11-09', 'claude', 1, 'FQ'],
  // chatgpt: (0.5 + 0.9) ÷ 2 = 70; claude: (0 + 1) ÷ 2 = 50; composite 60
  ['2025-11-10', 'chatgpt', 0, 'F', 'gpt-b'],
  ['2025-11-11', 'chatgpt', 0, '', 'gpt-b'],
  ['2025-11-12', 'chatgpt', 1, 'QF', 'gpt-b'],
  ['2025-11-12', 'claude', 0, 'Q'],
  ['2025-11-16', 'claude', 1, 'F'],
]

const NAMES: Record<string, string> = { F: 'Fernhold', Q: 'Quorvane', T: 'Taskmoor' }

export async function twoWeeks(house: TestApp): Promise<TwoWeeks> {
  const tenant = await house.tenant()
  const { client } = tenant
  const { id: brandId } = await client.createBrand({ body: { name: 'Fernhold' } })
  const params = { id: brandId }
  const quorvane = await client.addCompetitor({ params, body: { name: 'Quorvane' } })
  const taskmoor = await client.addCompetitor({ params, body: { name: 'Taskmoor' } })
  const { data } = await client.createPrompts({
    params,
    body: { prompts: QUESTIONS.map((text, index) => ({ text, topic: index === 0 ? 'teams' : null })) },
  })
  const answers = ANSWERS.map(([day, platform, question, names, model]) => ({
    prompt: QUESTIONS[question],
    platform,
    text: listOf(names),
    collectedAt: `${day}T12:00:00Z`,
    ...(model !== undefined && { model }),
  }))
  const notTriggered = { prompt: QUESTIONS[1], platform: 'claude', text: '', outcome: 'not_triggered' }
  const { runId } = await client.importAnswers({
    params,
    body: { answers: [...answers, { ...notTriggered, collectedAt: '2025-11-13T12:00:00Z' }] },
  })
  await runEnd(client, runId ?? '')
  const byText = new Map(data.map(({ id, text }) => [text, id]))
  return {
    tenant,
    brandId,
    competitorIds: [quorvane.id, taskmoor.id],
    promptIds: [byText.get(QUESTIONS[0]) ?? '', byText.get(QUESTIONS[1]) ?? ''],
  }
}

const listOf = (names: string): string =>
  names === ''
    ? 'Nothing comes to mind for this.'
    : Array.from(names, (letter, index) => `${index + 1}. ${NAMES[letter]} is one of the tools.`).join('\n')
