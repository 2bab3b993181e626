import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isUnambiguous } from '../../packages/server/src/engine/reading/names/ambiguity.ts'
import { FEATURES, forbiddingRule } from '../../packages/server/src/engine/reading/names/disambiguation.ts'
import { JUDGED_CEILINGS, judgePlaces } from '../../packages/server/src/engine/reading/names/judged-places.ts'
import { buildMatcher, type Matcher } from '../../packages/server/src/engine/reading/names/matcher.ts'
import { readableOf } from '../../packages/server/src/engine/reading/text/readable.ts'
import type { Brand, Line, Span } from './labels.ts'
import { ownAnswers, ownSentences } from './own-texts.ts'
import { readStructure } from '../../packages/server/src/engine/reading/text/structure.ts'

/** One name in one text: whether a reader found it there, and each place where it is written. */
export type Pair = {
  /** What must not stand on both sides of a fold: a question with all its wordings and answers, or a single text. */
  group: string
  isMeant: boolean
  /** `decided`: by rules alone, whatever the weights. `values`: of `FEATURES`, in their order. */
  places: { decided: boolean | null; values: number[]; isRight: boolean }[]
}

export type LabelledNames = {
  /** What figures are told of. */
  told: { title: string; pairs: Pair[] }[]
  /** What is learned from: each text with all names of its book, and with each of them alone. */
  learned: Pair[]
}

/** `isView`: the same texts and labels once more, to tell figures of. */
type LabelSet = { title: string; file: string; isView?: true; holds?: (line: Line) => boolean }
const SETS: readonly LabelSet[] = [
  { title: 'answers', file: 'answers2/labels.jsonl' },
  { title: 'alone', file: 'answers2/alone.jsonl', isView: true },
  {
    title: 'alone, word-like',
    file: 'answers2/alone.jsonl',
    isView: true,
    holds: ({ alone }) => alone?.startsWith('word-like') === true,
  },
  { title: 'adversarial', file: 'answers2/adversarial.jsonl' },
  { title: 'adversarial, more', file: 'answers2/adversarial-more.jsonl' },
  { title: 'answers, first corpus', file: 'answers/labels-dev.jsonl' },
  { title: 'adversarial, first corpus', file: 'answers/adversarial-dev.jsonl' },
]
/** Its licence is non-commercial: compared with, never learned from. */
const LEFT_OUT = 'alpaca_eval'

/** The folder of labelled answers, or null where it is not handed out. */
export function labelledFolder(): string | null {
  const beside = fileURLToPath(new URL('../../../shared', import.meta.url))
  const folder = process.env['SIGHTLINE_SHARED'] ?? beside
  return SETS.every(({ file }) => existsSync(`${folder}/${file}`)) ? folder : null
}

/** Reads the labels and asks the engine what it sees at each place; about 20 s. */
export function readLabelledNames(folder: string): LabelledNames {
  const linesOf = <Shape>(file: string): Shape[] =>
    readFileSync(`${folder}/${file}`, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Shape)
  const answers = ['answers/answers.jsonl', 'answers2/answers2.jsonl'].flatMap((file) =>
    linesOf<{ id: string; text: string }>(file),
  )
  const texts = new Map(answers.map(({ id, text }) => [id, text]))
  const matchers = new Map<string, Matcher>()
  const pairsOf = (line: Line, brands: Brand[]): Pair[] =>
    readPairs(line, line.text ?? texts.get(line.id) ?? '', brands, matchers)
  const sets = SETS.map((set) => ({ ...set, lines: linesOf<Line>(set.file).filter(set.holds ?? (() => true)) }))
  const learned = [
    ...sets.flatMap(({ isView, lines }) => (isView ? [] : lines)),
    ...ownAnswers.english,
    ...ownAnswers.foreign,
    ...ownSentences(),
  ]
    .filter(({ source }) => source !== LEFT_OUT)
    .flatMap((line) => [
      ...pairsOf(line, line.brands),
      ...line.brands.flatMap((brand) => (line.brands.length > 1 ? pairsOf(line, [brand]) : [])),
    ])
  const all = [
    ...sets,
    { title: 'answers of our own, English', lines: ownAnswers.english },
    { title: 'answers of our own, other languages', lines: ownAnswers.foreign },
  ]
  const told = all.map(({ title, lines }) => ({ title, pairs: lines.flatMap((line) => pairsOf(line, line.brands)) }))
  return { told, learned }
}

function readPairs(line: Line, stored: string, brands: Brand[], matchers: Map<string, Matcher>): Pair[] {
  const { text, toStored } = readableOf(stored)
  const { judged, facts } = judgePlaces(text, readStructure(text), matcherOf(brands, matchers), JUDGED_CEILINGS)
  const asked = new Set(brands.map(({ name }) => name))
  return line.labels
    .filter(({ brand, mentioned }) => asked.has(brand) && mentioned !== null)
    .map(({ brand, mentioned, mentions, ignore = [] }) => {
      const meant = (mentions ?? []).flatMap(({ start, end, alts = [] }): Span[] => [
        { start, end },
        ...alts.map(([from, to]) => ({ start: from, end: to })),
      ])
      const places = judged.flatMap(({ place }) => {
        const span = { start: toStored(place.start), end: toStored(place.end) }
        if (facts === null || place.form.entity.id !== brand || touches(ignore, span)) return []
        const isForbidden = forbiddingRule(place, facts) !== undefined
        const decided = isForbidden ? false : isUnambiguous(place.form.likeness) ? true : null
        const values = decided === null ? FEATURES.map(({ value }) => Number(value(place, facts))) : []
        return [{ decided, values, isRight: mentions === null ? mentioned === true : touches(meant, span) }]
      })
      // Of several places one is meant, and it is not told which.
      if (mentions === null && mentioned === true && places.length > 1) places.length = 0
      return { group: groupOf(line), isMeant: mentioned === true, places }
    })
}

/** Both corpora number the same questions (`pb09`, `q09`). */
const groupOf = ({ id, prompt_id }: Line): string => prompt_id?.replace(/^(?:pb|q)(?=\d)/, 'question ') ?? id

const touches = (spans: Span[], { start, end }: Span): boolean =>
  spans.some((span) => span.start < end && start < span.end)

function matcherOf(brands: Brand[], matchers: Map<string, Matcher>): Matcher {
  const key = JSON.stringify(brands)
  const made =
    matchers.get(key) ??
    buildMatcher(
      brands.map((brand) => ({ ...brand, id: brand.name, kind: 'brand', excludedNames: [], caseSensitive: false })),
    )
  matchers.set(key, made)
  return made
}
