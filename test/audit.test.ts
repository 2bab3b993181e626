import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { operations, sessionOperations, type AnyOperation, type AuditEntry, type Run } from '@sightline/sdk'
import { query } from './support/cluster-processes.ts'
import { fullFixture, paramsOf, type FullFixture } from './support/full-fixture.ts'
import { ask } from './support/http.ts'
import { openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { join, problemOf, type Person } from './support/people.ts'

const generous = { timeout: 240_000 }
const { listAuditEntries, updateOrganization } = sessionOperations

describe('the audit log', generous, () => {
  let house: TestApp
  let estate: FullFixture
  let tenant: Tenant
  let owner: Person

  before(async () => {
    house = await openTestApp({
      lab: { seed: 31 },
      site: { get: () => Promise.resolve({ kind: 'failed', reason: 'unreachable' }) },
    })
    estate = await fullFixture(house)
    ;({ tenant, owner } = estate)
  })
  after(() => house.close())

  const entries = async (filter: Parameters<typeof listQuery>[0] = {}): Promise<AuditEntry[]> =>
    (await owner.ask(listAuditEntries, listQuery(filter))).data

  test('every write, of the API and of people, leaves one entry that names who did it', async () => {
    const { ids } = estate
    const writes = [...Object.values(operations), ...Object.values(sessionOperations)] as AnyOperation[]
    for (const operation of writes.filter(({ isWrite }) => isWrite).toSorted((a, b) => turn(a) - turn(b))) {
      if (operation.id === 'deleteOrganization') continue
      if (operation.id === 'leaveOrganization') {
        const leaver = await join(house, tenant, 'member', 'leaver@acme.example')
        await leaver.ask(operation)
        assert.deepEqual((await entries())[0]?.actor, {
          kind: 'person',
          personId: leaver.personId,
          email: leaver.email,
        })
        continue
      }
      if (operation.id === 'cancelRun') ids['run'] = (await startedRun(tenant.client, ids['brd']!, { repeats: 2 })).id
      const before = await entries()
      const body = bodies[operation.id] ?? bodyOf(operation)
      const written: unknown = await owner.ask(operation, { params: paramsOf(operation, ids), body })
      // A brand measures once at a time, and `cancelRun` starts another run.
      if (operation.id === 'startRun') await runEnd(tenant.client, (written as Run).id)
      const fresh = await entries()
      const own = fresh.filter(({ actor }) => actor.kind === 'person' && actor.personId === owner.personId)
      const ownBefore = before.filter(({ actor }) => actor.kind === 'person' && actor.personId === owner.personId)
      assert.equal(own.length, ownBefore.length + 1, `${operation.id} leaves one entry`)
      assert.match(own[0]!.action, /^[a-zA-Z_]+(\.[a-zA-Z_]+)+$/)
      assert.notEqual(own[0]!.subject, '')
    }
  })

  test('a refused write leaves none, and an entry tells no secret', async () => {
    const before = await entries()
    await problemOf(owner.ask(sessionOperations.createKey, { body: { name: '', scopes: [] } }))
    const refused = await ask(`${house.baseUrl}/brands`, { method: 'POST', key: tenant.key, body: { name: '' } })
    assert.equal(refused.status, 422)
    assert.deepEqual(await entries(), before)
    const rows = await query<{ row: string }>(house.database.ownerUrl, 'select detail::text as row from audit_entry')
    for (const { row } of rows) assert.doesNotMatch(row, /sl_live_\w{20}|sl_invite_|whsec_|never-told/)
  })

  test('is read newest first, by action, noun, actor, subject and days, and page by page', async () => {
    const other = await house.tenant()
    const reader = await join(house, other, 'admin', 'reader@acme.example')
    const { id } = await other.client.createBrand({ body: { name: 'One' } })
    await other.client.updateBrand({ params: { id }, body: { aliases: ['Uno'] } })
    for (let index = 0; index < 5; index += 1) await reader.ask(updateOrganization, { body: { name: `Name ${index}` } })
    const read = async (filter: Parameters<typeof listQuery>[0] = {}) =>
      (await reader.ask(listAuditEntries, listQuery(filter))).data
    const all = await read()
    assert.deepEqual(
      all.map(({ at }) => at),
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    assert.deepEqual(all.at(-1)?.action, 'organization.create')
    const actions = async (filter: Parameters<typeof listQuery>[0]) => (await read(filter)).map(({ action }) => action)
    assert.deepEqual(await actions({ action: 'brand' }), ['brand.update', 'brand.create'])
    assert.deepEqual(await actions({ action: 'brand.update' }), ['brand.update'])
    assert.deepEqual(await actions({ action: 'bran' }), [])
    assert.deepEqual(await actions({ subject: id }), ['brand.update', 'brand.create'])
    assert.deepEqual(await actions({ actor: other.keyId }), ['brand.update', 'brand.create'])
    assert.deepEqual(await actions({ actor: 'commandLine' }), ['invitation.create', 'key.create'])
    assert.equal((await actions({ actor: reader.personId })).length, 6)
    const today = new Date().toISOString().slice(0, 10)
    assert.equal((await read({ from: today, to: today })).length, all.length)
    assert.deepEqual(await read({ to: '2020-01-01' }), [])
    assert.deepEqual(await read({ from: '2100-01-01' }), [])
    const walked: AuditEntry[] = []
    for (let cursor: string | undefined; ;) {
      const page = await reader.ask(listAuditEntries, { query: { limit: 2, ...(cursor !== undefined && { cursor }) } })
      walked.push(...page.data)
      if (page.pagination.nextCursor === null) break
      cursor = page.pagination.nextCursor
      // Newer ones do not disturb the walk.
      await reader.ask(updateOrganization, { body: { name: 'Meanwhile' } })
    }
    assert.deepEqual(walked, all)
  })

  test('is only added to: the application may not change or delete an entry, of its own organization either', async () => {
    const client = new Client({ connectionString: house.database.url })
    await client.connect()
    await client.query(`select set_config('app.organization_id', $1, false)`, [tenant.organizationId])
    const before = await client.query('select from audit_entry')
    assert.ok(before.rowCount! > 0)
    for (const statement of [
      `update audit_entry set action = 'nothing'`,
      'delete from audit_entry',
      'truncate audit_entry',
    ])
      await assert.rejects(client.query(statement), { code: '42501' }, statement)
    await client.end()
  })
})

const listQuery = (query: { action?: string; actor?: string; subject?: string; from?: string; to?: string }) => ({
  query: { limit: 200, ...query },
})

/** What ends something comes after what needs it; advice is taken up before an import or a run measures anew and it expires. */
function turn({ id, method }: AnyOperation): number {
  if (id === 'updateSuggestion' || id === 'updateRecommendation') return 0
  if (id === 'deleteBrand') return 4
  if (method === 'DELETE' || id === 'cancelRun') return 3
  return ['changePlan', 'testWebhook'].includes(id) ? 2 : 1
}

/** Bodies that succeed, by operation; an empty one where none is named. */
const bodies: Record<string, unknown> = {
  createBrand: { name: 'Another brand' },
  updateBrand: { aliases: ['Other'] },
  addCompetitor: { name: 'Another rival' },
  updateCompetitor: { aliases: ['Rival'] },
  createPrompts: { prompts: [{ text: 'which tool is best for small teams' }] },
  updatePrompt: { topic: 'tools' },
  startRun: {},
  setSchedule: { hour: 6, days: [1, 3] },
  importAnswers: { answers: [{ prompt: 'best tool', platform: 'chatgpt', text: 'Take any.' }] },
  createWebhook: { url: 'https://hooks.example.com/other', events: ['score.changed'] },
  updateWebhook: { threshold: 2.5 },
  recoverDeliveries: { since: '2026-01-01T00:00:00Z' },
  updateSuggestion: { status: 'accepted' },
  updateRecommendation: { status: 'in_progress' },
  updateOrganization: { name: 'Acme Two' },
  changePlan: { plan: 'business' },
  updateMember: { role: 'admin' },
  inviteMember: { email: 'next@acme.example' },
  createKey: { name: 'Other', scopes: ['brands:read'] },
  updateKey: { name: 'Renamed' },
  setModelKey: { provider: 'openai', key: 'sk-never-told-again-0123' },
}

const bodyOf = ({ body }: AnyOperation): unknown => (body.type === 'undefined' ? undefined : {})
