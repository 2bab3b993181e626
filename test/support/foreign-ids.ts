import assert from 'node:assert/strict'
import type { IdKind, Operation, OperationId } from '@sightline/sdk'
import type { BasicFixture } from './basic-fixture.ts'

export const idsOf = (tenant: BasicFixture): Partial<Record<IdKind, string>> => ({
  brand: tenant.brandId,
  competitor: tenant.competitorIds[0]!,
  prompt: tenant.promptIds[0]!,
  run: tenant.runId,
  answer: tenant.answerId,
  webhook: tenant.webhookId,
  delivery: tenant.deliveryId,
  recommendation: tenant.recommendationId,
})

/** What the letter before `id` in an address means: `{id}` is the brand, run or answer that the address begins with. */
function kindOf(operation: Operation, parameter: string): IdKind {
  if (parameter === 'cid') return 'competitor'
  if (parameter === 'pid') return 'prompt'
  if (parameter === 'sid') return 'recommendation'
  const [, collection] = operation.path.split('/')
  const kinds: Record<string, IdKind> = { runs: 'run', answers: 'answer', webhooks: 'webhook', deliveries: 'delivery' }
  return kinds[collection ?? ''] ?? 'brand'
}

/** A body that would be accepted, for every operation that takes one. */
const bodies: Partial<Record<OperationId, unknown>> = {
  updateBrand: { name: 'Taken over' },
  addCompetitor: { name: 'Planted' },
  updateCompetitor: { name: 'Taken over' },
  createPrompts: { prompts: [{ text: 'planted' }] },
  updatePrompt: { topic: 'taken over' },
  suggestPrompts: { topics: ['planted'] },
  startRun: {},
  setSchedule: { hour: 1, days: [1] },
  importAnswers: { answers: [{ prompt: 'planted', platform: 'chatgpt', text: 'planted' }] },
  updateSuggestion: { status: 'accepted' },
  updateWebhook: { url: 'https://planted.example.com/' },
  testWebhook: {},
  recoverDeliveries: { since: '2026-01-01T00:00:00Z' },
}

export type Sent = { status: number; code: string; body: unknown; headers: [string, string][] }

/** Deleting what is not there succeeds, the first time as the second: a retry must not fail. */
export function refusedOrGone(operation: Operation, { status, code }: Sent): void {
  if (operation.method === 'DELETE' && status === 200) return
  assert.equal(status, 404, operation.id)
  assert.equal(code, 'resource_not_found', operation.id)
}

/** One call with every id in the address chosen by its kind; what differs between any two calls is left out. */
export async function send(
  { key, baseUrl }: Pick<BasicFixture, 'key' | 'baseUrl'>,
  operation: Operation,
  choose: (kind: IdKind) => string | undefined,
): Promise<Sent> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => choose(kindOf(operation, name)) ?? '')
  const body = operation.body.type === 'undefined' ? undefined : bodies[operation.id as OperationId]
  assert.ok(
    operation.body.type === 'undefined' || body,
    `a body for ${operation.id} is missing in test/support/foreign-ids.ts`,
  )
  const response = await fetch(`${baseUrl}${path}`, {
    method: operation.method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { error } = (await response.json()) as { error?: { code: string; requestId: string } }
  const passing = /^(date|x-request-id|x-ratelimit-.*|ratelimit.*)$/
  return {
    status: response.status,
    code: error?.code ?? '',
    body: { ...error, requestId: '' },
    headers: [...response.headers].filter(([name]) => !passing.test(name)),
  }
}
