import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import type { Answer, Page } from '@sightline/sdk'
import { ask } from '../support/http.ts'
import { openTestApp, runEnd, type Tenant, type TestApp } from '../support/test-app.ts'
import { copyAnswer } from '../support/many-answers.ts'
import { liftMinuteLimit } from '../support/owner.ts'

type Statement = { text: string; values: unknown[] }
type PlanNode = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: PlanNode[] } & Record<
  string,
  unknown
>

const ANSWERS = 50_000
const PAGE = 5

/**
 * What a page costs, by the plan that PostgreSQL makes for its very statements and the blocks that it touches: the same on
 * any machine. The time over a million rows is measured by `npm run bench -- pages`.
 */
describe('a page far behind the first', { timeout: 300_000 }, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string

  before(async () => {
    house = await openTestApp({ works: true })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    // A second brand's answers lie between those of the first.
    for (const [series, name] of ['Quorvane', 'Fernhold'].entries()) {
      brandId = (await tenant.client.createBrand({ body: { name } })).id
      const answers = [{ prompt: 'best tool', platform: 'chatgpt', text: `${name} is a tool.` }]
      const { runId } = await tenant.client.importAnswers({ params: { id: brandId }, body: { answers } })
      await runEnd(tenant.client, runId!)
      await copyAnswer(house.database.ownerUrl, brandId, ANSWERS, series)
    }
  })
  after(() => house.close())

  const page = async (query: string): Promise<Page<Answer>> => {
    const reply = await ask(`${house.baseUrl}/brands/${brandId}/answers?${query}`, { key: tenant.key })
    assert.equal(reply.status, 200, reply.text)
    return JSON.parse(reply.text) as Page<Answer>
  }

  /** The cursor behind so many answers: a cursor does not know the size of its pages. */
  async function cursorBehind(count: number): Promise<string> {
    let cursor = ''
    for (let seen = 0; seen < count; seen += 200) {
      const limit = Math.min(200, count - seen)
      cursor = (await page(`limit=${limit}${cursor && `&cursor=${cursor}`}`)).pagination.nextCursor!
    }
    return cursor
  }

  /** The statements that a call makes about answers, as the driver sends them. */
  async function statementsOf(call: () => Promise<unknown>): Promise<Statement[]> {
    const seen: Statement[] = []
    const send = Client.prototype.query
    Client.prototype.query = function (this: Client, ...args: unknown[]) {
      const [query] = args as [{ text?: string; values?: unknown[] }]
      if (/from "?(observation|answer)"?/.test(query?.text ?? ''))
        seen.push({ text: query.text ?? '', values: query.values ?? [] })
      return Reflect.apply(send, this, args) as ReturnType<typeof send>
    } as typeof send
    try {
      await call()
    } finally {
      Client.prototype.query = send
    }
    return seen
  }

  /** Runs a statement as the application does. @returns its plan's nodes, and the blocks that it touched */
  async function explained({ text, values }: Statement): Promise<{ nodes: PlanNode[]; blocks: number }> {
    const client = new Client({ connectionString: house.database.url })
    await client.connect()
    await client.query(`select set_config('app.organization_id', $1, false)`, [tenant.organizationId])
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    )
    await client.end()
    const { Plan: root } = rows[0]!['QUERY PLAN'][0]
    const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
    return { nodes: nodes(root), blocks: Number(root['Shared Hit Blocks']) + Number(root['Shared Read Blocks']) }
  }

  async function costOf(query: string): Promise<{ nodes: PlanNode[]; blocks: number }> {
    const statements = await statementsOf(() => page(query))
    assert.ok(statements.length > 0, 'the statements are seen')
    const parts = await Promise.all(statements.map(explained))
    return {
      nodes: parts.flatMap(({ nodes }) => nodes),
      blocks: parts.reduce((sum, { blocks }) => sum + blocks, 0),
    }
  }

  test('F9: page 9,999 is found by a range of an index as the first one is, and touches no more than twice its blocks', async () => {
    const first = await costOf(`limit=${PAGE}`)
    const cursor = await cursorBehind(9_998 * PAGE)
    const deep = await costOf(`limit=${PAGE}&cursor=${cursor}`)
    console.log(`F9: ${first.blocks} blocks for page 1, ${deep.blocks} for page 9,999 of ${ANSWERS} answers`)
    assert.equal((await page(`limit=${PAGE}&cursor=${cursor}`)).data.length, PAGE)
    for (const { nodes } of [first, deep]) {
      // A part of a month that holds a row or two is read whole.
      const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && Number(node['Actual Rows']) > PAGE)
      assert.deepEqual(
        scans.map((node) => node['Relation Name']),
        [],
      )
      assert.ok(nodes.some((node) => node['Index Name'] === 'observation_newest'))
      for (const node of nodes) assert.ok(Number(node['Rows Removed by Filter'] ?? 0) <= PAGE, JSON.stringify(node))
    }
    assert.ok(deep.blocks <= 2 * first.blocks)
  })
})
