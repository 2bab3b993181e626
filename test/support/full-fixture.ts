import assert from 'node:assert/strict'
import { sessionOperations, type AnyOperation } from '@sightline/sdk'
import { daysFrom, gapMarket } from './gap-market.ts'
import { runEnd, startedRun, type Tenant, type TestApp } from './test-app.ts'
import { liftMinuteLimit } from './owner.ts'
import { join, type Person } from './people.ts'
import { atRest, quiet } from './pipeline.ts'

const DAY_MS = 86_400_000

/** An organization with one of everything that an address can name, by the prefix of its id. */
export type FullFixture = {
  tenant: Tenant
  owner: Person
  ids: Record<string, string>
  /** What was told once and must stand nowhere. */
  secrets: { key: string; webhook: string; invitation: string }
}

/** In a house with a lab. */
export async function fullFixture(house: TestApp): Promise<FullFixture> {
  const { tenant, client, brandId, params, promptIds, competitorIds, answer } = await gapMarket(house)
  await liftMinuteLimit(house, tenant)
  await answer(daysFrom(new Date(Date.now() - 5 * DAY_MS).toISOString().slice(0, 10), 4))
  const owner = await join(house, tenant, 'owner')
  const run = await runEnd(client, (await startedRun(client, brandId, { platforms: ['chatgpt'] })).id)
  await quiet(house)
  const [measured] = (await client.listAnswers({ params, query: { limit: 1 } })).data
  const body = { url: 'https://hooks.example.com/a', events: ['score.changed' as const] }
  const webhook = await client.createWebhook({ body })
  const delivery = await client.testWebhook({ params: { id: webhook.id }, body: {} })
  const viewer = await join(house, tenant, 'viewer')
  const invited = await owner.ask(sessionOperations.inviteMember, { body: { email: 'open@acme.example' } })
  const [suggestion] = (await client.listSuggestions({ params })).data
  assert.ok(suggestion && measured, 'the market gives advice, and the run an answer')
  const issued = await owner.ask(sessionOperations.createKey, { body: { name: 'Kept', scopes: ['brands:read'] } })
  await atRest(house)
  return {
    tenant,
    owner,
    ids: {
      brd: brandId,
      prm: promptIds[0]!,
      cmp: competitorIds.quorvane,
      run: run.id,
      ans: measured.id,
      whk: webhook.id,
      dlv: delivery.id,
      rec: suggestion.id,
      usr: viewer.personId,
      inv: invited.invitation.id,
      key: issued.key.id,
    },
    secrets: { key: issued.secret, webhook: webhook.secret, invitation: invited.secret },
  }
}

/** Path parameters, each told by the prefix of its example; what is no id is its example. */
export function paramsOf(
  { id: operationId, params }: AnyOperation,
  ids: Record<string, string>,
): Record<string, string> {
  const shape = params.shape as Record<string, { meta(): { example?: string } | undefined; options?: string[] }>
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => {
      const example = schema.meta()?.example ?? schema.options?.[0]
      assert.ok(example !== undefined, `${operationId}: {${name}} has an example`)
      const isId = /^[a-z]{3}_/.test(example)
      const value = isId ? ids[example.slice(0, 3)] : example
      assert.ok(value, `say in test/support/full-fixture.ts what {${name}} of ${operationId} is`)
      return [name, value]
    }),
  )
}
