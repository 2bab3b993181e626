import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildMatcher, type EntityNames } from './matcher.ts'
import { mentionsIn, type Mention } from './mentions.ts'

/** Ratios 0–1 and the counts behind them. */
export type Accuracy = {
  texts: number
  pairs: number
  precision: number
  recall: number
  f1: number
  spanPrecision: number
  spanRecall: number
  spanF1: number
  order: number
  /** One line per wrong pair, for the reader of a failed test. */
  mistakes: string[]
}

type Range = { start: number; end: number }
type Label = {
  brand: string
  mentioned: boolean | null
  mentions: (Range & { surface: string; alts?: [number, number][] })[]
  ignore?: Range[]
  rank?: number
}
export type Labelled = {
  id: string
  text?: string
  brands: { name: string; aliases: string[]; domains: string[] }[]
  labels: Label[]
}

/** The folder of labelled answers, or null where it is not handed out. */
export function sharedAnswers(): string | null {
  const beside = fileURLToPath(new URL('../../../../../../../shared', import.meta.url))
  const folder = `${process.env['SIGHTLINE_SHARED'] ?? beside}/answers`
  return existsSync(`${folder}/labels-dev.jsonl`) ? folder : null
}

/** Measures the detector on one label file of that folder. */
export function measureAccuracy(folder: string, file: 'labels-dev.jsonl' | 'adversarial-dev.jsonl'): Accuracy {
  const texts = new Map(
    readLines<{ id: string; text: string }>(`${folder}/answers.jsonl`).map((line) => [line.id, line.text]),
  )
  return measureLabelled(
    readLines<Labelled>(`${folder}/${file}`).map((line) => ({ ...line, text: line.text ?? texts.get(line.id) ?? '' })),
  )
}

/** Measures the detector on texts and what a reader says of them. */
export function measureLabelled(lines: (Labelled & { text: string })[]): Accuracy {
  const tally = { right: 0, falsePositives: 0, falseNegatives: 0, pairs: 0, ranks: 0, ranksRight: 0 }
  const spans = { right: 0, found: 0, labelled: 0 }
  const mistakes: string[] = []
  for (const { id, text, brands, labels } of lines) {
    const mentions = mentionsIn(text, buildMatcher(brands.map(asEntity)))
    const counted = labels.flatMap((label) => countLabel(id, text, label, mentions, tally, spans, mistakes))
    countOrder(labels, counted, tally)
  }
  const precision = tally.right / (tally.right + tally.falsePositives)
  const recall = tally.right / (tally.right + tally.falseNegatives)
  return {
    texts: lines.length,
    pairs: tally.pairs,
    precision,
    recall,
    f1: (2 * precision * recall) / (precision + recall),
    spanPrecision: spans.right / spans.found,
    spanRecall: spans.right / spans.labelled,
    spanF1: (2 * spans.right) / (spans.found + spans.labelled),
    order: tally.ranksRight / tally.ranks,
    mistakes,
  }
}

/** A name that somebody tracks, as the matcher takes it. */
export function asEntity({ name, aliases, domains }: Labelled['brands'][number]): EntityNames {
  return { id: name, kind: 'competitor', name, aliases, excludedNames: [], domains, caseSensitive: false }
}

type Tally = {
  right: number
  falsePositives: number
  falseNegatives: number
  pairs: number
  ranks: number
  ranksRight: number
}

/** Counts one brand in one answer; returns its first mention, if any that matters. */
function countLabel(
  id: string,
  text: string,
  label: Label,
  mentions: Mention[],
  tally: Tally,
  spans: { right: number; found: number; labelled: number },
  mistakes: string[],
): { brand: string; start: number }[] {
  if (label.mentioned === null) return []
  const isIgnored = ({ start, end }: Range) => (label.ignore ?? []).some((span) => start < span.end && span.start < end)
  const found = mentions.filter((mention) => mention.entityId === label.brand && !isIgnored(mention))
  const excerpt = ({ start, end }: Range) => JSON.stringify(text.slice(Math.max(0, start - 40), end + 30))
  tally.pairs++
  if (label.mentioned && found.length > 0) tally.right++
  if (label.mentioned && found.length === 0) tally.falseNegatives++
  if (!label.mentioned && found.length > 0) tally.falsePositives++
  const open = [...label.mentions]
  for (const mention of found) {
    const at = open.findIndex((labelled) => isSameSpan(labelled, mention))
    if (at >= 0) open.splice(at, 1)
    else mistakes.push(`${id} ${label.brand} EXTRA ${excerpt(mention)} ${mention.evidence.join(', ')}`)
  }
  for (const missed of open) mistakes.push(`${id} ${label.brand} MISSED ${excerpt(missed)}`)
  spans.right += label.mentions.length - open.length
  spans.found += found.length
  spans.labelled += label.mentions.length
  const first = found[0]
  return first === undefined ? [] : [{ brand: label.brand, start: first.start }]
}

function isSameSpan(labelled: Label['mentions'][number], { start, end }: Mention): boolean {
  const spans = [[labelled.start, labelled.end], ...(labelled.alts ?? [])]
  return spans.some(([from, to]) => from === start && to === end)
}

/** The share of labelled places (first, second …) that come out the same. */
function countOrder(labels: Label[], firsts: { brand: string; start: number }[], tally: Tally) {
  const order = firsts.toSorted((a, b) => a.start - b.start).map(({ brand }) => brand)
  for (const { brand, rank } of labels.filter(({ mentioned, rank }) => mentioned === true && rank !== undefined)) {
    tally.ranks++
    if (order.indexOf(brand) + 1 === rank) tally.ranksRight++
  }
}

/** The label files are ours and checked by their readme: their shape is trusted. */
function readLines<Line>(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}
