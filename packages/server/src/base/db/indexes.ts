import type { Client } from 'pg'
import { WANTED_INDEXES } from './wanted-indexes.ts'

/** The name of an index, and the statement that makes it. */
export type Index = { name: string; statement: string }
export type IndexFacts = {
  /** That a freshly migrated schema has, and this one not. */
  missing: Index[]
  /** That are there and not used: one that was being made when something stopped it. */
  invalid: Index[]
}

export async function indexFacts(client: Client): Promise<IndexFacts> {
  const present = await indexesOf(client)
  const names = new Set(present.map(({ name }) => name))
  return {
    missing: wantedIndexes().filter(({ name }) => !names.has(name)),
    invalid: present.filter(({ isValid }) => !isValid),
  }
}

export const wantedIndexes = (): Index[] =>
  WANTED_INDEXES.trim()
    .split('\n')
    .map((statement) => ({ name: nameIn(statement), statement }))

function nameIn(statement: string): string {
  const index = /index (?<name>\w+) on (?<schema>\w+)\./.exec(statement)
  const constraint = /alter table (?<schema>\w+)\.\w+ add constraint (?<name>\w+) /.exec(statement)
  const { schema = '', name = '' } = (index ?? constraint)?.groups ?? {}
  return `${schema}.${name}`
}

type Row = {
  schema: string
  table: string
  name: string
  definition: string
  /** Of the constraint that it serves. */
  constraint: string | null
  isValid: boolean
}

/** Those of our tables. A part of a month has its table's, which PostgreSQL lets no part lose: only what is invalid. */
export async function indexesOf(client: Client): Promise<(Index & { isValid: boolean })[]> {
  const { rows } = await client.query<Row>(
    `select n.nspname as schema, t.relname as table, i.relname as name, pg_get_indexdef(i.oid) as definition,
       pg_get_constraintdef(c.oid) as constraint, x.indisvalid and x.indisready as "isValid"
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
       join pg_namespace n on n.oid = t.relnamespace
       left join pg_constraint c on c.conindid = i.oid and c.conrelid = t.oid and c.contype in ('p', 'u', 'x')
     where n.nspname = 'public' and not (t.relispartition and x.indisvalid)
     order by t.relname, i.relname`,
  )
  return rows.map((row) => ({ name: `${row.schema}.${row.name}`, statement: statementOf(row), isValid: row.isValid }))
}

function statementOf({ schema, table, name, definition, constraint }: Row): string {
  if (constraint !== null) return `alter table ${schema}.${table} add constraint ${name} ${constraint}`
  // `ONLY` would leave the parts of the months without one.
  return definition
    .replace(/^CREATE (UNIQUE )?INDEX/, (words) => words.toLowerCase())
    .replace(/ ON (ONLY )?/, ' on ')
    .replace(' USING ', ' using ')
}
