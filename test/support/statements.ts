import { Client } from 'pg'
import { placements } from '../../packages/server/src/base/db/distribution.ts'
import { catalogueOf, inShort, refusalsOf, treeOf, type Catalogue } from './citus-refusals.ts'

/**
 * Statements of the application that Citus could not send to one worker, each with its reason. They are few, rare and
 * small; whatever else the tests execute must say which organization it is about.
 */
const EXCEPTIONS: readonly { has: RegExp; reason: string }[] = [
  {
    has: /from "organization" order by "created_at"/,
    reason: 'set-up, once: what is there for the first person to own',
  },
]

const recorded = new Set<string>()
let isRecording = false
let isPaused = false

/** For tests of the wall itself, whose statements say on purpose not whose rows they mean. */
export async function unrecorded<Result>(work: () => Promise<Result>): Promise<Result> {
  isPaused = true
  try {
    return await work()
  } finally {
    isPaused = false
  }
}

/**
 * From now on the text of each statement that the application sends is kept, whichever of its connections it takes; the
 * tests' own connections and the owner's are not the application.
 */
export function recordStatements(): void {
  if (isRecording) return
  isRecording = true
  // The driver's own method, whose many forms are passed on as they come.
  const prototype = Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const query = prototype.query
  prototype.query = function (this: Client & { connectionParameters?: { application_name?: string } }, ...args) {
    if (this.connectionParameters?.application_name === 'sightline' && !isPaused) note(args[0])
    return query.apply(this, args)
  }
}

function note(asked: unknown): void {
  const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | undefined)?.text
  if (typeof text === 'string' && /^\s*(select|insert|update|delete|with)\b/i.test(text)) recorded.add(text)
}

/** What PostgreSQL plans for a statement; only what is looked at here. */
type PlanNode = {
  Alias?: string
  Schema?: string
  'Relation Name'?: string
  Plans?: PlanNode[]
  [fact: string]: unknown
}

/** @returns statements that Citus would refuse, could not send to one worker, or that could not be planned */
export async function unfitStatements(ownerUrl: string): Promise<{ checked: number; found: string[] }> {
  const texts = new Set([...recorded].map(inShort))
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  const found: string[] = []
  try {
    const catalogue = await catalogueOf(client)
    for (const text of texts) {
      if (EXCEPTIONS.some(({ has }) => has.test(text))) continue
      const reasons = await unfitness(client, catalogue, text).catch((error: Error) => [error.message])
      if (reasons.length > 0) found.push(`${reasons.join('; ')}: ${text.replaceAll(/\s+/g, ' ').trim()}`)
    }
  } finally {
    await client.end()
  }
  return { checked: texts.size, found }
}

/**
 * Plans a statement as the owner of the tables, whom no row-level security holds: what a plan says of an organization then,
 * the statement itself said. And looks at what it is made of.
 */
export async function unfitness(client: Client, catalogue: Catalogue, text: string): Promise<string[]> {
  const tables = await unboundTables(client, text)
  const refusals = refusalsOf(await treeOf(client, text), catalogue)
  return [...tables.map((table) => `${table} without its organization`), ...new Set(refusals)]
}

async function unboundTables(client: Client, text: string): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, format json) ${text}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  return plan ? [...new Set(unbound(plan, text))] : []
}

const distributed = new Set(
  Object.entries(placements).flatMap(([name, place]) => (place === 'distributed' ? name : [])),
)

/** Tables of a plan that are read without a condition on organization_id, or written without one. */
function unbound(node: PlanNode, text: string): string[] {
  const below = (node.Plans ?? []).flatMap((child) => unbound(child, text))
  const table = node['Relation Name']
  if (table === undefined || !distributed.has(table)) return below
  if (node['Node Type'] === 'ModifyTable')
    return node['Operation'] === 'Insert' && !insertsOrganization(table, text) ? [table, ...below] : below
  return isBound(node) ? below : [table, ...below]
}

function isBound(node: PlanNode): boolean {
  const conditions = ['Index Cond', 'Filter', 'Recheck Cond'].map((name) => JSON.stringify(node[name] ?? ''))
  // Of one: a list of organizations is as many workers.
  return conditions.some((condition) => /organization_id = (?!ANY)/i.test(condition))
}

const insertsOrganization = (table: string, text: string): boolean =>
  new RegExp(`insert into "?${table}"?( as \\w+)?\\s*\\([^)]*"?organization_id"?`, 'i').test(text)
