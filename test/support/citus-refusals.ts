import type { Client } from 'pg'
import { placements } from '../../packages/server/src/base/db/distribution.ts'
import { below, isNode, nodesOf, readTree, word, type TreeNode, type TreeValue } from './node-tree.ts'

/**
 * What Citus would refuse of a statement, or carry out otherwise than PostgreSQL. Every rule stands in its sources, read at
 * main between 13 and 14 (`planner/multi_router_planner.c`: TargetlistAndFunctionsSupported, ModifyPartialQuerySupported,
 * ErrorIfOnConflictNotSupported, SingleShardUpdateDeleteSupported; `executor/insert_select_executor.c`); its messages are in
 * quotes. They are applied to the tree that its planner gets too.
 */
export type Catalogue = {
  functions: Map<string, { name: string; schema: string; volatility: string }>
  /** The functions that a type is written and read by. */
  types: Map<string, { input: string; output: string }>
  tables: Map<string, { name: string; schema: string }>
}

export async function catalogueOf(client: Client): Promise<Catalogue> {
  const functions = await client.query<{ oid: string; name: string; schema: string; volatility: string }>(
    'select oid::text, proname as name, pronamespace::regnamespace::text as schema, provolatile::text as volatility from pg_proc',
  )
  const types = await client.query<{ oid: string; input: string; output: string }>(
    'select oid::text, typinput::oid::text as input, typoutput::oid::text as output from pg_type',
  )
  const tables = await client.query<{ oid: string; name: string; schema: string }>(
    'select oid::text, relname as name, relnamespace::regnamespace::text as schema from pg_class',
  )
  const byOid = <Row extends { oid: string }>({ rows }: { rows: Row[] }) => new Map(rows.map((row) => [row.oid, row]))
  return { functions: byOid(functions), types: byOid(types), tables: byOid(tables) }
}

/** One text for statements that differ by how many rows or members they list. */
export function inShort(text: string): string {
  const numbers = new Map<string, number>()
  return text
    .trim()
    .replace(/;$/, '')
    .replaceAll(
      /(\((?:\$\d+|default)(?:, (?:\$\d+|default))*\))(?:, \((?:\$\d+|default)(?:, (?:\$\d+|default))*\))+/g,
      '$1',
    )
    .replaceAll(/\bin \((\$\d+)(?:, \$\d+)+\)/g, 'in ($1)')
    .replaceAll(/\$(\d+)/g, (_, number: string) => {
      const known = numbers.get(number) ?? numbers.size + 1
      numbers.set(number, known)
      return `$${known}`
    })
}

/** A statement's tree: what PostgreSQL keeps of a function whose body it is. Its parameters become nulls of their types. */
export async function treeOf(client: Client, text: string): Promise<TreeValue> {
  const statement = inShort(text)
  const types = await parameterTypes(client, statement)
  const body = statement.replaceAll(/\$(\d+)/g, (_, number: string) => `(null::${types[Number(number) - 1]})`)
  // Several results come of several statements in one text; the driver's types know one.
  const results = (await client
    .query(
      `begin;
       create function pg_temp.witnessed() returns void language sql begin atomic ${body}; end;
       select prosqlbody::text as tree from pg_proc where proname = 'witnessed';
       rollback`,
    )
    .catch(async (error: unknown) => {
      await client.query('rollback')
      throw error
    })) as unknown as { rows: { tree: string }[] }[]
  return readTree(results[2]?.rows[0]?.tree ?? '')
}

async function parameterTypes(client: Client, statement: string): Promise<string[]> {
  const results = (await client.query(`
    prepare witnessed as ${statement};
    select parameter_types::text[] as types from pg_prepared_statements where name = 'witnessed';
    deallocate witnessed`)) as unknown as { rows: { types: string[] }[] }[]
  return results[1]?.rows[0]?.types ?? []
}

const SELECT = '1'
const UPDATE = '2'
const INSERT = '3'
const DELETE = '4'

export function refusalsOf(tree: TreeValue, catalogue: Catalogue): string[] {
  const place = placesOf(catalogue)
  const all = [...nodesOf(tree)]
  const relations = all.filter((node) => isRelation(node)).map((node) => place(word(node.fields['relid'])))
  if (!relations.includes('distributed')) return []
  const facts = { ...volatilitiesOf(catalogue), place }
  const changes = all.filter((node) => node.kind === 'QUERY' && node.fields['commandType'] !== SELECT)
  return [
    // Answered by pulling one side into a file for every worker, when at all.
    ...(relations.includes('local') ? ['joins a table of the coordinator with a distributed one'] : []),
    // They would notify, lock or count on the worker that has the rows.
    ...all.flatMap((node) => coordinatorsOwn(node, catalogue)),
    ...changes.flatMap((query) => refusedChange(query, facts)),
  ]
}

type Facts = ReturnType<typeof volatilitiesOf> & { place: ReturnType<typeof placesOf> }

function placesOf({ tables }: Catalogue) {
  return (oid: string): 'distributed' | 'local' => {
    const table = tables.get(oid)
    if (table?.schema !== 'public') return 'local'
    const known: Record<string, string> = placements
    return known[table.name] === 'distributed' ? 'distributed' : 'local'
  }
}

/** `RTE_RELATION` is 0; a view or subquery that was one keeps its relid under another kind. */
const isRelation = ({ kind, fields }: TreeNode): boolean => kind === 'RANGETBLENTRY' && fields['rtekind'] === '0'

const COORDINATORS = /^(pg_notify|pg_(try_)?advisory_\w+|nextval|setval|currval|lastval|set_config)$/

function coordinatorsOwn(node: TreeNode, { functions }: Catalogue): string[] {
  const called = functions.get(word(node.fields['funcid']))
  if (!called) return []
  // A function of ours is not on the workers.
  const isOurs = called.schema === 'public'
  return isOurs || COORDINATORS.test(called.name) ? [`calls ${called.name} where the rows are`] : []
}

function refusedChange(query: TreeNode, { place, isMutable, isVolatile, irreducible }: Facts): string[] {
  const { commandType, targetList, jointree, returningList, onConflict, cteList, hasSubLinks } = query.fields
  const target = below(query.fields['rtable'])[Number(query.fields['resultRelation']) - 1]
  if (!target || place(word(target.fields['relid'])) !== 'distributed') return []
  const found: string[] = []
  if (commandType === UPDATE || commandType === DELETE) {
    if (isVolatile(query)) found.push('functions used in UPDATE queries on distributed tables must not be VOLATILE')
    const quals = isNode(jointree) ? jointree.fields['quals'] : null
    const { takesColumn, isLazy } = irreducible([quals ?? null, commandType === UPDATE ? (targetList ?? null) : null])
    if (takesColumn) found.push('STABLE functions used in UPDATE queries cannot be called with column references')
    if (isLazy) found.push('non-IMMUTABLE functions are not allowed in CASE or COALESCE statements')
  }
  if (isMutable(returningList)) found.push('non-IMMUTABLE functions are not allowed in the RETURNING clause')
  if (commandType === INSERT && isInsertSelect(query)) {
    // Rows that come by way of the coordinator are sent by COPY, which PostgreSQL refuses to whom row-level security holds
    // ("COPY FROM not supported with row-level security"); with one of these they are sent as a file and inserted there.
    if (!isNode(onConflict) && below(returningList).length === 0)
      found.push('INSERT … SELECT without ON CONFLICT or RETURNING is a COPY, which row-level security refuses')
  } else if (commandType === INSERT) {
    if (hasSubLinks === 'true') found.push('subqueries are not supported within INSERT queries')
    if (below(cteList).length > 0) found.push('common table expressions are not supported with INSERT queries')
  }
  if (isNode(onConflict)) {
    if (below(onConflict.fields['onConflictSet']).some((entry) => isMutable(entry)))
      found.push('functions used in the DO UPDATE SET clause of INSERTs on distributed tables must be marked IMMUTABLE')
    if (isMutable([onConflict.fields['onConflictWhere'] ?? null, onConflict.fields['arbiterWhere'] ?? null]))
      found.push('functions used in the WHERE clause of the ON CONFLICT clause must be marked IMMUTABLE')
  }
  return found
}

/** Its rows come from a subquery, and not from a list of values (RTE_SUBQUERY is 1). */
function isInsertSelect(query: TreeNode): boolean {
  const [first] = below(isNode(query.fields['jointree']) ? query.fields['jointree'].fields['fromlist'] : null)
  const source = below(query.fields['rtable'])[Number(first?.fields['rtindex']) - 1]
  return source?.fields['rtekind'] === '1'
}

/** Where node kinds keep the function that they call. */
const CALLED = ['funcid', 'opfuncid', 'aggfnoid', 'winfnoid']
/** Where expressions keep their type. */
const TYPED = [
  'vartype',
  'consttype',
  'paramtype',
  'funcresulttype',
  'opresulttype',
  'resulttype',
  'coalescetype',
  'casetype',
  'minmaxtype',
  'aggtype',
  'wintype',
  'array_typeid',
  'refrestype',
]

function volatilitiesOf({ functions, types }: Catalogue) {
  /** `i`, `s` or `v`: the worst of what the node itself calls. */
  function own({ kind, fields }: TreeNode): string {
    if (kind === 'NEXTVALUEEXPR') return 'v'
    if (kind === 'SQLVALUEFUNCTION') return 's'
    const called = CALLED.flatMap((name) => fields[name] ?? [])
    if (kind === 'COERCEVIAIO') {
      const from = isNode(fields['arg']) ? fields['arg'].fields : {}
      const fromType = TYPED.map((name) => from[name]).find((type) => typeof type === 'string')
      called.push(types.get(word(fromType))?.output ?? '', types.get(word(fields['resulttype']))?.input ?? '')
    }
    const kinds = called.map((oid) => functions.get(word(oid))?.volatility ?? 'i')
    return kinds.includes('v') ? 'v' : kinds.includes('s') ? 's' : 'i'
  }

  const isVolatile = (value: TreeValue | undefined): boolean => [...nodesOf(value)].some((node) => own(node) === 'v')
  const isMutable = (value: TreeValue | undefined): boolean => [...nodesOf(value)].some((node) => own(node) !== 'i')

  /** As MasterIrreducibleExpression: a STABLE call below which a column stands, and a mutable one that may not be reached. */
  function irreducible(value: TreeValue): { hasColumn: boolean; takesColumn: boolean; isLazy: boolean } {
    const found = { hasColumn: false, takesColumn: false, isLazy: false }
    for (const node of isNode(value) ? [value] : below(value)) {
      if (node.kind === 'QUERY') continue
      if (node.kind === 'VAR') found.hasColumn = true
      else if (/^(COALESCE|CASE)(EXPR)?$/.test(node.kind)) found.isLazy ||= isMutable(node)
      else {
        const inside = irreducible(below(Object.values(node.fields)))
        const isStable = own(node) === 's'
        found.hasColumn ||= inside.hasColumn && !isStable
        found.takesColumn ||= inside.takesColumn || (isStable && inside.hasColumn)
        found.isLazy ||= inside.isLazy
      }
    }
    return found
  }

  return { isVolatile, isMutable, irreducible }
}
