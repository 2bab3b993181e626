import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findBroken } from '../scripts/references.ts'

const CASES = '# Cases\n\n- **B13** Noisy neighbours.\n'
/** In pieces, as the check reads this file too. */
const TEST = 'test('
const B = 'B'
/** What is found in a repository of these files; each is there, and whatever is named in `others`. */
function foundIn(files: Record<string, string>, others: string[] = []): string[] {
  const texts = Object.entries({ 'docs/cases.md': CASES, 'test/b.test.ts': '// B13', ...files })
  const there = new Set([...texts.map(([path]) => path), ...others])
  return findBroken(
    texts.map(([path, text]) => ({ path, text })),
    (path) => there.has(path),
  )
}

describe('a file that is named', () => {
  const others = ['packages/server/src/base/log.ts', 'packages/web/src/main.tsx', 'docs/web.md', 'test/log.test.ts']

  test('may be named from the root, from the pages, from the server, from its package and beside the file', () => {
    const names = 'packages/server/src/base/log.ts web.md base/log.ts test/log.test.ts'
    assert.deepEqual(foundIn({ 'packages/web/src/a.ts': `// ${names} main.tsx a.ts ./a.ts` }, others), [])
  })

  test('is told by file and line where it is not there', () => {
    assert.deepEqual(foundIn({ 'packages/web/src/a.ts': "import './gone.ts'\n\n/**\n * See gone.md.\n */\n" }), [
      'packages/web/src/a.ts:4: gone.md is not there',
    ])
    assert.deepEqual(foundIn({ 'docs/a.md': 'One.\nSee `base/gone.ts`.' }), ['docs/a.md:2: base/gone.ts is not there'])
    assert.deepEqual(foundIn({ 'deploy/a.yaml': 'a: gone.md # gone.md' }), ['deploy/a.yaml:1: gone.md is not there'])
  })

  test('is looked for in the titles of tests, and nowhere else in code', () => {
    const source = `${TEST}'gone.md says it', () => {})\nread('also-gone.md')\n${TEST}\n  \`gone.ts\`,\n)\n`
    assert.deepEqual(foundIn({ 'test/a.test.ts': source }), [
      'test/a.test.ts:1: gone.md is not there',
      'test/a.test.ts:4: gone.ts is not there',
    ])
  })

  test('may stand beside the one that its paragraph names before it', () => {
    const page = '`packages/server/src/base/log.ts` and `clock.ts`'
    const beside = ['packages/server/src/base/clock.ts', ...others]
    assert.deepEqual(foundIn({ 'docs/a.md': page }, beside), [])
    assert.deepEqual(foundIn({ 'docs/a.md': page.replace(' and ', '\n\n') }, beside), [
      'docs/a.md:3: clock.ts is not there',
    ])
  })

  test('is none in an address, in a pattern and in what a page quotes as code', () => {
    const page = 'https://example.com/gone.md `*.ts` `<name>.ts` `**/a*.ts`\n\n```\ngone.ts\n```\n'
    assert.deepEqual(foundIn({ 'docs/a.md': page }), [])
  })

  test('has the section that is named with it', () => {
    const page = '# A\n\n## What `x` costs, in all\n\n## 2. Citus\n'
    const source = '// docs/a.md, "What x costs", docs/a.md 2 and docs/a.md has 3 of them'
    assert.deepEqual(foundIn({ 'docs/a.md': page, 'bench/b.ts': source }), [])
    assert.deepEqual(
      foundIn({ 'docs/a.md': page, 'bench/b.ts': '// docs/a.md 2.1\n/* docs/a.md,\n * “What else” */' }),
      ['bench/b.ts:1: docs/a.md has no section “2.1”', 'bench/b.ts:2: docs/a.md has no section “What else”'],
    )
  })
})

describe('a link of a page', () => {
  test('leads to a file and to a heading', () => {
    const a =
      '# A\n\n[here](#two-words), [again](#two-words-1), [b](../bench/b.md#it-s_b--c), [w](https://x.y/z.md#no)\n'
    const b = '# b\n\n## `It`-s_B — “C”\n'
    assert.deepEqual(foundIn({ 'docs/a.md': `${a}\n## Two words\n\n## Two words\n`, 'bench/b.md': b }), [])
  })

  test('is told where it leads to none', () => {
    const page = '# A\n[b](b.md)\n[c](../docs)\n[d](#nothing)\n[e](a.md#nothing)\n[f](screens)\n'
    assert.deepEqual(foundIn({ 'docs/a.md': page }, ['docs/screens', 'docs']), [
      'docs/a.md:2: b.md is not there',
      'docs/a.md:2: the link leads to b.md, which is not there',
      'docs/a.md:4: the link leads to #nothing, and docs/a.md has no such heading',
      'docs/a.md:5: the link leads to #nothing, and docs/a.md has no such heading',
    ])
  })

  test('is relative to its page alone', () => {
    assert.ok(
      foundIn({ 'bench/a.md': '[b](docs/cases.md)' }).includes(
        'bench/a.md:1: the link leads to docs/cases.md, which is not there',
      ),
    )
  })
})

describe('a decision', () => {
  const list = { 'docs/decisions/README.md': '[0003](0003-queue.md)' }

  test('that is named by its number is there', () => {
    const files = { 'docs/decisions/0003-queue.md': '# 0003', 'docs/a.md': 'By decision 0003.\nBy decision 0004.' }
    assert.deepEqual(foundIn({ ...files, ...list }), ['docs/a.md:2: decision 0004 is not there'])
  })

  test('stands in the list of decisions', () => {
    const files = { 'docs/decisions/0003-queue.md': '# 0003', 'docs/decisions/0004-log.md': '# 0004' }
    assert.deepEqual(foundIn({ ...files, ...list }), ['docs/decisions/0004-log.md: is not in docs/decisions/README.md'])
  })
})

describe('a case', () => {
  test('that a comment, a title or a page names stands in docs/cases.md', () => {
    assert.deepEqual(
      foundIn({
        'test/a.test.ts': `// B14\n${TEST}\n  '${B}15: x', f)\nconst rows = [['${B}16 y', 1]]\n`,
        'docs/a.md': 'As in B17.',
      }),
      [
        'test/a.test.ts:1: the case B14 is not in docs/cases.md',
        'test/a.test.ts:3: the case B15 is not in docs/cases.md',
        'test/a.test.ts:4: the case B16 is not in docs/cases.md',
        'docs/a.md:1: the case B17 is not in docs/cases.md',
      ],
    )
  })

  test('is none in code, in a colour, a character, an instant, a number or a longer name', () => {
    const source = "// #F00 #A1 U+E0 2026-01-01T08:00 %C3 V8 S256 HL-L2 B2B\nconst a = 'B14'\n"
    assert.deepEqual(foundIn({ 'bench/a.ts': source, 'docs/a.md': '`B14`\n\n```\nB15\n```\n' }), [])
  })

  test('that nothing names has no place in docs/cases.md', () => {
    assert.deepEqual(foundIn({ 'test/b.test.ts': '// nothing' }), ['docs/cases.md: nothing names the case B13'])
  })
})
