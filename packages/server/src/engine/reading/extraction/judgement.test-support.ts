import { readFileSync } from 'node:fs'
import { sharedAnswers } from '../names/accuracy.test-support.ts'
import type { EntityNames } from '../names/matcher.ts'
import { listingsOf } from './listed.ts'
import type { Mention } from '../names/mentions.ts'
import { passagesOf } from './passages.ts'
import { sentimentsOf } from './sentiment.ts'
import { sentimentLexicon } from '../text/sentiment-lexicon.ts'
import { readStructure } from '../text/structure.ts'
import type { Structure } from '../text/block.ts'

/** An entity with a name only; its id is the name. */
export const entity = (name: string, more: Partial<EntityNames> = {}): EntityNames => ({
  id: name,
  kind: 'competitor',
  name,
  aliases: [],
  excludedNames: [],
  domains: [],
  caseSensitive: false,
  ...more,
})

/** Every occurrence of the names, so that a test of judgement does not depend on detection. */
export function mentionsIn(text: string, names: string[]): Mention[] {
  const found: Mention[] = []
  for (const name of names) {
    for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + name.length)) {
      found.push({ entityId: name, surface: name, start, end: start + name.length, evidence: [] })
    }
  }
  return found.toSorted((a, b) => a.start - b.start)
}

export function judge(text: string, ...names: string[]) {
  const structure = readStructure(text)
  const passages = passagesOf(text, structure, mentionsIn(text, names))
  return {
    structure,
    passages,
    listings: listingsOf(text, structure, passages),
    sentiments: sentimentsOf(text, passages, sentimentLexicon()),
  }
}

/** Kind, ordinal and first words of every block. */
export const outline = (text: string, { blocks }: Structure): string[] =>
  blocks.map(({ kind, ordinal, start, end }) => `${kind} ${ordinal ?? '–'} ${text.slice(start, end).slice(0, 24)}`)

type Label = {
  brand: string
  mentioned: boolean | null
  mentions: { surface: string; start: number; end: number }[]
  listed?: boolean
  sentiment?: string
}
type Labelled = { id: string; text?: string; labels: Label[] }

/** Shares 0–1 of labelled (answer, brand) pairs judged like the reader did, and what always guessing the commonest label gives. */
export type JudgementAccuracy = {
  pairs: number
  listed: number
  listedGuess: number
  sentiment: number
  sentimentGuess: number
}

/** Judges the labelled mentions; null where the labelled answers are not handed out. */
export function measureJudgement(file: 'labels-dev.jsonl' | 'adversarial-dev.jsonl'): JudgementAccuracy | null {
  const folder = sharedAnswers()
  if (folder === null) return null
  const texts = new Map(
    readLines<{ id: string; text: string }>(`${folder}/answers.jsonl`).map(({ id, text }) => [id, text]),
  )
  const wanted = { listed: [] as string[], sentiment: [] as string[] }
  const right = { listed: 0, sentiment: 0 }
  for (const line of readLines<Labelled>(`${folder}/${file}`)) {
    const text = line.text ?? texts.get(line.id) ?? ''
    const structure = readStructure(text)
    const passages = passagesOf(text, structure, line.labels.flatMap(asMentions))
    const { entities: listings } = listingsOf(text, structure, passages)
    const { entities: sentiments } = sentimentsOf(text, passages, sentimentLexicon())
    for (const { brand, listed, sentiment } of line.labels.filter(({ mentioned }) => mentioned === true)) {
      wanted.listed.push(String(listed))
      wanted.sentiment.push(sentiment ?? '')
      if (listings.get(brand)?.isListed === listed) right.listed++
      if (sentiments.get(brand) === sentiment) right.sentiment++
    }
  }
  const pairs = wanted.listed.length
  return {
    pairs,
    listed: right.listed / pairs,
    listedGuess: commonest(wanted.listed) / pairs,
    sentiment: right.sentiment / pairs,
    sentimentGuess: commonest(wanted.sentiment) / pairs,
  }
}

function asMentions({ brand, mentioned, mentions }: Label): Mention[] {
  return mentioned === true ? mentions.map((span) => ({ entityId: brand, ...span, evidence: [] })) : []
}

function commonest(labels: string[]): number {
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return Math.max(...counts.values())
}

/** The label files' readme is their contract: their shape is trusted. */
function readLines<Line>(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}
