import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import type { Answer, Client } from '@sightline/sdk'
import { openTestApp, runEnd, type TestApp } from '../support/test-app.ts'
import { liftMinuteLimit } from '../support/owner.ts'
import { allAnswers } from '../support/pipeline.ts'

const generous = { timeout: 300_000 }

type Names = { name: string; aliases: string[]; domains: string[] }
type Line = { id: string; prompt_id: string; prompt: string; platform: string; lang: string; text: string }
type Labelled = {
  id: string
  prompt_id: string
  text?: string
  lang: string
  tracked: string
  brands: Names[]
  labels: { brand: string; mentioned: boolean | null; ignore?: { start: number; end: number }[] }[]
}

const folder = `${process.env['SIGHTLINE_SHARED'] ?? fileURLToPath(new URL('../../../shared', import.meta.url))}/answers`
const isMissing = existsSync(`${folder}/labels-dev.jsonl`)
  ? false
  : 'no folder of labelled answers: set SIGHTLINE_SHARED or put `shared` beside the repository'

describe('real answers with hand labels, through the product', { ...generous, skip: isMissing }, () => {
  let house: TestApp
  let client: Client
  /** By id of the text. */
  const read = new Map<string, { answer: Answer; names: Map<string, string> }>()

  before(async () => {
    house = await openTestApp({ works: true })
    const tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ client } = tenant)
  })
  after(() => house.close())

  /** Tracks the brands of one label set and sends its texts in, as a user would; then reads what was found. */
  async function bring(name: string, brands: Names[], tracked: string, lines: Line[]): Promise<number> {
    const own = brands.find((brand) => brand.name === tracked)
    const { id } = await client.createBrand({ body: own ?? { name } })
    for (const rival of brands.filter((brand) => brand !== own))
      await client.addCompetitor({ params: { id }, body: rival })
    const answers = lines.map((line) => ({
      externalId: line.id,
      prompt: line.prompt,
      platform: slugOf(line.platform),
      text: line.text,
      locale: { language: line.lang },
    }))
    const imported = await client.importAnswers({ params: { id }, body: { answers, allowNewPlatforms: true } })
    assert.deepEqual(imported.rejected, [])
    await runEnd(client, imported.runId!)
    for (const answer of await allAnswers(client, id))
      read.set(answer.externalId!, {
        answer,
        names: new Map(answer.mentions.map(({ entityId, name: entity }) => [entityId, entity])),
      })
    await client.deleteBrand({ params: { id } })
    return imported.accepted
  }

  test('all 728 answers come in, and presence has precision and recall of 0.97 at least', generous, async () => {
    const labelled = readLines<Labelled>('labels-dev.jsonl')
    const setOf = new Map(labelled.map((line) => [line.prompt_id, line]))
    // Answers to prompts without labels come in as well, for the first of the brands.
    const bySet = Map.groupBy(readLines<Line>('answers.jsonl'), (line) => setOf.get(line.prompt_id) ?? labelled[0]!)
    let accepted = 0
    for (const [set, lines] of bySet) accepted += await bring(set.prompt_id, set.brands, set.tracked, lines)
    assert.equal(accepted, 728)
    const table = presence('labels-dev', labelled)
    assert.ok(table.precision >= 0.97 && table.recall >= 0.97, JSON.stringify(table))
  })

  test('sentences written to be hard have an F1 of 0.90 at least', generous, async () => {
    const labelled = readLines<Labelled>('adversarial-dev.jsonl')
    const sets = Map.groupBy(labelled, (line) => JSON.stringify([line.brands, line.tracked]))
    for (const [index, lines] of [...sets.values()].entries())
      await bring(
        `set ${index}`,
        lines[0]!.brands,
        lines[0]!.tracked,
        lines.map((line) => ({ ...line, prompt: 'Which one?', platform: 'hand written', text: line.text ?? '' })),
      )
    const table = presence('adversarial-dev', labelled)
    assert.ok(table.f1 >= 0.9, JSON.stringify(table))
  })

  /** Held against the labels as the answers' readme says: don't-care spans and pairs are left out. */
  function presence(title: string, labelled: Labelled[]) {
    const tally = { right: 0, extra: 0, missed: 0, pairs: 0 }
    for (const { id, labels } of labelled) {
      const { answer, names } = read.get(id)!
      for (const { brand, mentioned, ignore = [] } of labels.filter((label) => label.mentioned !== null)) {
        const isFound = answer.mentions.some(
          ({ entityId, start, end }) =>
            names.get(entityId) === brand && !ignore.some((span) => start < span.end && span.start < end),
        )
        tally.pairs += 1
        if (isFound && mentioned) tally.right += 1
        if (isFound && !mentioned) tally.extra += 1
        if (!isFound && mentioned) tally.missed += 1
      }
    }
    const precision = tally.right / (tally.right + tally.extra)
    const recall = tally.right / (tally.right + tally.missed)
    const table = { ...tally, precision, recall, f1: (2 * precision * recall) / (precision + recall) }
    console.table({ [title]: { texts: labelled.length, ...table } })
    return table
  }
})

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')

/** The label files are ours and checked by their readme: their shape is trusted. */
function readLines<Row>(file: string): Row[] {
  return readFileSync(`${folder}/${file}`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}
