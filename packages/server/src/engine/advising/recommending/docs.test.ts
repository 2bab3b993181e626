import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { recommendationKinds } from '@sightline/sdk'
import { examples } from './examples.test-support.ts'
import { kindsOfAdvice } from './kinds.ts'
import { recommend } from './recommend.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/recommendations.md'), 'utf8')

test('the page on recommendations explains every kind, with an example whose figures are those computed', () => {
  for (const kind of recommendationKinds) {
    const [, section = ''] = page.split(`### \`${kind}\`\n`)
    const told = /\*\*Example\.\*\* .* = (\d+\.\d\d) points, told as \*\*(\d+)\*\*\./.exec(
      section.split('###')[0] ?? '',
    )
    assert.ok(told, `${kind} has an example`)
    const { market, subject } = examples[kind]
    const lift = recommend(market)?.find((advice) => advice.kind === kind && advice.subject === subject)?.lift
    assert.deepEqual([told[1], told[2]], [lift?.points.toFixed(2), String(lift?.estimated)], kind)
  }
})

test('the page on recommendations tells the efforts and success rates that are calculated with', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| ([\d.]+) \|$/gm)].map(([, kind, effort, rate]) => [
    kind,
    effort,
    Number(rate),
  ])
  assert.deepEqual(
    rows,
    Object.entries(kindsOfAdvice).map(([kind, { effort, successRate }]) => [kind, effort, successRate]),
  )
})
