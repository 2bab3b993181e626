import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'

const root = join(import.meta.dirname, '..')

type Literal = { file: string; pattern: RegExp }

/** Patterns that backtrack on long texts and never meet one; whoever adds to it says what bounds the text. */
const BOUNDED: Record<string, string> = {
  'packages/server/src/http/assets.ts': 'names of files that our own build made',
  'packages/server/src/engine/reading/names/co-mentions.ts': 'what stands between two names, at most 40 units',
  'packages/server/src/engine/reading/names/lexicon.ts': '80 units before a name',
  'packages/server/src/engine/reading/names/rules-against.ts': '30 units before a name',
  'packages/server/src/engine/reading/names/rules-sense.ts': 'the few units before the word before a name',
  'packages/server/src/engine/reading/names/rules-support.ts': 'one word of the units around a name',
  'packages/server/src/engine/reading/names/spellings.ts': 'a name as it was entered, at most 200 characters',
  'packages/server/src/engine/reading/names/surroundings.ts': 'the units around a name',
  'packages/server/src/engine/reading/text/structure-references.ts': 'the words of a label',
}

function literalsIn(file: string): Literal[] {
  const literals: Literal[] = []
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  new Visitor({
    Literal: (node) => {
      if ('regex' in node && node.regex)
        literals.push({ file, pattern: new RegExp(node.regex.pattern, node.regex.flags) })
    },
  }).visit(program)
  return literals
}

/** More than linear in the text: by a loop that trades with another one, or that each place of the text begins anew. */
const isSuperLinear = ({ pattern }: Literal): boolean =>
  analyse(pattern, { reportTypes: { Move: !pattern.sticky, Self: true, Trade: true } }).reports.length > 0

test('no regular expression takes more than linear time over a text that a stranger made long', () => {
  const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test(-support)?\.tsx?$/.test(file),
  )
  const literals = files.flatMap(literalsIn)
  assert.ok(literals.length > 500, 'the files are found')
  const found = literals
    .filter(isSuperLinear)
    .map(({ file, pattern }) => ({ file: file.replaceAll('\\', '/'), pattern }))
  assert.deepEqual(
    found.filter(({ file }) => !(file in BOUNDED)).map(({ file, pattern }) => `${file}: ${pattern.source}`),
    [],
  )
  const needed = new Set(found.map(({ file }) => file))
  assert.deepEqual(
    Object.keys(BOUNDED).filter((file) => !needed.has(file)),
    [],
    'exceptions that nothing needs',
  )
})
