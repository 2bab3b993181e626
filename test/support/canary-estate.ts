import assert from 'node:assert/strict'
import { scopes, sessionOperations } from '@sightline/sdk'
import { examples } from '../../packages/sdk/src/examples/examples.ts'
import { operate } from '../../packages/server/src/commands/with-app.ts'
import { sampleOf } from './body-samples.ts'
import { newMember, type SignedIn } from './browser.ts'
import { addressAt, bodySchemaOf, idsIn, type DoorOperation } from './every-door.ts'
import { planted } from './gap-market.ts'
import { runEnd, type Tenant, type TestApp } from './test-app.ts'
import { liftMinuteLimit } from './owner.ts'
import { atRest, quiet } from './pipeline.ts'

/** Words that stand nowhere but in what an organization wrote, and in what one of its brands is. */
export const ORGANIZATION_CANARY = 'qzwxhouse'
export const BRAND_CANARY = 'qzwxbrand'

/** An organization in which everything that has a name has an unmistakable one, and one of everything that has an id. */
export type CanaryEstate = {
  tenant: Tenant
  owner: SignedIn
  /** By the prefix of the id; all below the one brand. */
  ids: Record<string, string>
  /** A brand of the organization that has nothing. */
  plainBrandId: string
  secrets: string[]
}

/** In a house that works, without a lab. */
export async function canaryEstate(house: TestApp): Promise<CanaryEstate> {
  const tenant = await house.tenant({ name: `House ${ORGANIZATION_CANARY}` })
  await liftMinuteLimit(house, tenant)
  const { client, organizationId } = tenant
  const owner = await newMember(house, tenant, 'owner', `owner@${ORGANIZATION_CANARY}.example`)
  const name = `Brand ${BRAND_CANARY}`
  const { id } = await client.createBrand({
    body: { name, aliases: [`${name} CRM`], domains: [`${BRAND_CANARY}.example`] },
  })
  const params = { id }
  const competitor = await client.addCompetitor({ params, body: { name: `Rival ${BRAND_CANARY}` } })
  const { data: prompts } = await client.createPrompts({
    params,
    body: { prompts: [{ text: `best ${BRAND_CANARY} tool`, topic: BRAND_CANARY, tags: [BRAND_CANARY] }] },
  })
  const text = `1. ${name} is best.\n2. Rival ${BRAND_CANARY} is fine.\n3. Newcomer ${BRAND_CANARY} too.`
  const citations = [{ url: `https://source.${BRAND_CANARY}.example/a`, title: BRAND_CANARY }]
  const answers = Array.from({ length: 6 }, (_, index) => ({
    prompt: `which ${BRAND_CANARY} tool ${index}`,
    platform: 'chatgpt',
    text,
    citations,
    externalId: `${BRAND_CANARY}${index}`,
  }))
  const { runId } = await client.importAnswers({ params, body: { answers } })
  assert.ok(runId)
  await runEnd(client, runId)
  await quiet(house)
  const [answer] = (await client.listAnswers({ params })).data
  const webhook = await client.createWebhook({
    body: {
      url: `https://${BRAND_CANARY}.example/hook`,
      events: ['score.changed'],
      brandIds: [id],
      description: BRAND_CANARY,
    },
  })
  const delivery = await client.testWebhook({ params: { id: webhook.id }, body: {} })
  await client.updateWebhook({ params: { id: webhook.id }, body: { status: 'paused' } })
  const plain = await client.createBrand({ body: { name: 'Plain' } })
  const body = { name: `Key ${ORGANIZATION_CANARY}`, scopes: [...scopes] }
  const issued = await operate(house.app, organizationId, sessionOperations.createKey, { body })
  const member = await newMember(house, tenant, 'member', `member@${ORGANIZATION_CANARY}.example`)
  const invited = await operate(house.app, organizationId, sessionOperations.inviteMember, {
    body: { email: `open@${ORGANIZATION_CANARY}.example` },
  })
  const { data: sessions } = await owner.get<{ data: { id: string }[] }>('/sessions')
  await atRest(house)
  return {
    tenant,
    owner,
    ids: {
      org: organizationId,
      brd: id,
      cmp: competitor.id,
      prm: prompts[0]!.id,
      run: runId,
      ans: answer!.id,
      whk: webhook.id,
      dlv: delivery.id,
      rec: await planted(house, tenant, id),
      usr: member.personId,
      inv: invited.invitation.id,
      key: issued.key.id,
      ses: sessions[0]!.id,
    },
    plainBrandId: plain.id,
    secrets: [
      tenant.key,
      issued.secret,
      webhook.secret,
      invited.secret,
      owner.cookie!.split('=')[1]!,
      owner.csrfToken!,
    ],
  }
}

/** A whole call as it would be made by whoever may: address, query and body are right, and name what there is. */
export type GoodCall = { method: string; address: string; body: string | undefined }

/** Of an operation of the API from its example, of any other from its schema. */
export function goodCallOf(one: DoorOperation, { ids, tenant }: Pick<CanaryEstate, 'ids' | 'tenant'>): GoodCall {
  const { operation } = one
  // The table is keyed by the operations' ids; what is not of the API has none.
  const example = (examples as Record<string, { query?: object; body?: unknown } | undefined>)[operation.id]
  const schema = bodySchemaOf(one)
  const body = schema && (example?.body ?? sampleOf(schema))
  const named = (text: string): string =>
    text.replaceAll(/\b([a-z]{3})_[0-7][0-9a-z]{25}\b/g, (id, prefix: string) => ids[prefix] ?? id)
  const query = new URLSearchParams(
    Object.entries(example?.query ?? {}).map(([name, value]): [string, string] => [name, named(String(value))]),
  ).toString()
  const address = addressAt(one, tenant.organizationId, idsIn(one, ids))
  return {
    method: operation.method,
    address: query === '' ? address : `${address}?${query}`,
    body: body === null ? undefined : named(JSON.stringify(body)),
  }
}
