import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

const read = (path: string): Promise<string> => readFile(new URL(`../${path}`, import.meta.url), 'utf8')
/** `test/docs-security.test.ts` “the beginning of a title” */
const CITED = /`((?:test|packages)\/[\w./-]+\.test\.ts)` “([^”]+)”/g

test('every promise of docs/security.md names tests that are there', async () => {
  const page = await read('docs/security.md')
  const promises = page
    .slice(page.indexOf('## What is promised'), page.indexOf('## How it is tested'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'))
  assert.ok(promises.length >= 30, `${promises.length}`)
  for (const promise of promises) assert.match(promise, new RegExp(CITED.source), promise)
  for (const [, path = '', title = ''] of page.matchAll(CITED)) {
    const source = await read(path)
    const titles = [...source.matchAll(/^\s*test\(\s*[`']([^\n]*)/gm), ...source.matchAll(/^\s*\['([^\n]*)/gm)]
    assert.ok(
      titles.some(([, one = '']) => one.includes(title)),
      `${path} has no test “${title}”`,
    )
  }
})

test('whoever looks for the security policy finds it, and what it refers to', async () => {
  for (const [from, to] of [
    ['README.md', 'docs/security.md'],
    ['CONTRIBUTING.md', 'docs/security.md'],
    ['SECURITY.md', 'docs/security.md'],
    ['docs/security.md', '../SECURITY.md'],
  ] as const)
    assert.ok((await read(from)).includes(`](${to})`), `${from} leads to ${to}`)
  const policy = await read('SECURITY.md')
  assert.match(policy, /Report a vulnerability/)
  assert.doesNotMatch(policy, /\S+@\S+/, 'there is no address that nobody reads')
})
