// Of `npm run check`: every table of the migrations has a place in base/db/distribution.ts, and every primary key, unique index
// and foreign key of a distributed one begins with organization_id. The tests hold the migrated database's catalogue against
// the same rule; this reads text only and takes a few milliseconds.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// oxlint-disable-next-line no-restricted-imports -- the package publishes no part of its store
import { placements } from '../packages/server/src/base/db/distribution.ts'

const folder = join(import.meta.dirname, '../packages/server/src/base/db/migrations')
const source = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')
  .replaceAll(/--.*$/gm, '')

const places = new Map<string, string>(Object.entries(placements))
const findings = [...tablesOf(source), ...indexesOf(source)].flatMap(({ table, keys }) => {
  const place = places.get(table)
  if (place === undefined) return [`${table} has no place in packages/server/src/base/db/distribution.ts`]
  if (place !== 'distributed') return []
  return keys
    .filter((key) => !/^\s*organization_id\b/.test(key))
    .map((key) => `${table}: a key (${key.trim()}) does not begin with organization_id`)
})
for (const finding of new Set(findings)) process.stderr.write(`${finding}\n`)
process.exit(findings.length === 0 ? 0 : 1)

type Keys = { table: string; keys: string[] }

function tablesOf(text: string): Keys[] {
  return [...text.matchAll(/create table (?:if not exists )?(?:public\.)?(\w+) \(([\s\S]*?)\n\)/g)].map(
    ([, table = '', body = '']) => ({
      table,
      keys: [
        ...[...body.matchAll(/(?:primary key|unique|foreign key) \(([^)]*)\)/g)].map(([, key = '']) => key),
        ...[...body.matchAll(/^\s*(\w+) [^,\n(]*\b(?:primary key|unique|references)\b/gm)].map(
          ([, column = '']) => column,
        ),
      ],
    }),
  )
}

function indexesOf(text: string): Keys[] {
  return [...text.matchAll(/create unique index \w+ on (?:public\.)?(\w+) \(([^;]*)/g)].map(
    ([, table = '', key = '']) => ({
      table,
      keys: [key],
    }),
  )
}
