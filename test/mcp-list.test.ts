import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { tools } from '../packages/mcp/src/tools.ts'

/** What was promised to assistants, written by hand: the tools' names and parameters in their order. Free has the first list. */
const FREE: [name: string, ...parameters: string[]][] = [
  ['get_account'],
  ['get_usage'],
  ['list_platforms'],
  ['list_brands', 'status', 'limit', 'cursor'],
  ['get_brand', 'brandId'],
  ['get_brand_score', 'brandId', 'window'],
  ['get_visibility_scores', 'brandId'],
  ['get_score_history', 'brandId', 'from', 'to', 'interval', 'platform'],
  ['explain_score', 'brandId', 'platform', 'window', 'compareWindow'],
  ['compare_periods', 'brandId', 'a', 'b', 'platform', 'topic'],
  ['list_platform_results', 'brandId', 'window', 'platform'],
  ['list_answers', 'brandId', 'platform', 'promptId', 'mentioned', 'competitorId', 'from', 'to', 'limit', 'cursor'],
  ['get_answer', 'answerId'],
  ['list_prompts', 'brandId', 'topic', 'tag', 'status', 'limit', 'cursor'],
  ['list_competitors', 'brandId', 'window'],
  ['compare_competitors', 'brandId', 'competitorIds', 'window'],
  ['discover_competitors', 'brandId', 'window', 'minAnswers'],
  ['get_share_of_voice', 'brandId', 'platform', 'topic', 'window', 'basis'],
  ['list_citations', 'brandId', 'groupBy', 'platform', 'owner', 'from', 'to', 'limit', 'cursor'],
  ['find_citation_gaps', 'brandId', 'window', 'minCompetitors'],
  ['list_searches', 'brandId', 'promptId', 'platform', 'from', 'to'],
  ['list_recommendations', 'brandId', 'status', 'effort', 'limit', 'cursor'],
  ['list_events', 'brandId', 'type', 'since', 'limit', 'cursor'],
  ['get_run', 'runId'],
  ['list_webhooks'],
]
const PRO: typeof FREE = [
  ['create_brand', 'name', 'domains', 'aliases', 'excludedNames', 'caseSensitive', 'dryRun'],
  ['update_brand', 'brandId', '…', 'dryRun'],
  ['add_competitor', 'brandId', 'name', 'domains', 'aliases', 'excludedNames'],
  ['remove_competitor', 'brandId', 'competitorId'],
  ['create_prompts', 'brandId', 'prompts[]', 'topic', 'tags', 'dryRun'],
  ['update_prompt', 'promptId', 'text', 'topic', 'tags', 'status'],
  ['archive_prompts', 'promptIds[]'],
  ['update_recommendation', 'recommendationId', 'status', 'reason'],
  ['start_run', 'brandId', 'platforms', 'promptIds', 'repeats', 'dryRun', 'idempotencyKey'],
  ['create_webhook', 'url', 'events', 'threshold', 'brandIds', 'format'],
  ['update_webhook', 'webhookId', '…'],
  ['delete_webhook', 'webhookId'],
]

/** Beyond it, each with its reason in docs/decisions/0012-mcp.md: to read a list to its end, and to wait for a run. */
const BESIDES: Record<string, string[]> = {
  list_competitors: ['limit', 'cursor'],
  find_citation_gaps: ['limit', 'cursor'],
  list_searches: ['limit', 'cursor'],
  get_run: ['waitSeconds'],
  list_webhooks: ['limit', 'cursor'],
  update_brand: ['name', 'aliases', 'excludedNames', 'domains', 'caseSensitive', 'isDefault'],
  update_webhook: ['url', 'events', 'threshold', 'brandIds', 'format', 'status'],
}

const design = join(process.env['SIGHTLINE_SHARED'] ?? join(import.meta.dirname, '../../shared'), 'design/mcp.md')
const without = existsSync(design) ? false : `no design at ${design}; set SIGHTLINE_SHARED to hold the list against it`

describe('the 37 tools that were promised', () => {
  test('are offered by these names, in this order: the 25 that read to Free, 12 that write besides from Pro on', () => {
    const named = (isRead: boolean): string[] =>
      tools.filter(({ annotations }) => annotations.readOnlyHint === isRead).map(({ name }) => name)
    assert.deepEqual(
      named(true),
      FREE.map(([name]) => name),
    )
    assert.deepEqual(
      named(false),
      PRO.map(([name]) => name),
    )
    assert.deepEqual([FREE.length, PRO.length], [25, 12])
  })

  test('take these parameters, and no others', () => {
    const promised = new Map(
      [...FREE, ...PRO].map(([name, ...parameters]) => {
        const plain = parameters
          .filter((parameter) => parameter !== '…')
          .map((parameter) => parameter.replace('[]', ''))
        return [name, [...plain, ...(BESIDES[name] ?? [])].toSorted()]
      }),
    )
    for (const { name, parameters } of tools)
      assert.deepEqual(Object.keys(parameters.shape).toSorted(), promised.get(name), name)
  })

  test('are the ones of the design, line for line', { skip: without }, () => {
    const rows = readFileSync(design, 'utf8').matchAll(/^\| \d+ \| (\w+) \| (.*) \|$/gm)
    const designed = Array.from(rows, ([, name = '', parameters = '']) => [
      name,
      ...(parameters === '–' ? [] : parameters.split(', ')),
    ])
    assert.deepEqual(designed, [...FREE, ...PRO])
  })
})
