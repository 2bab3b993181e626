import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { labelledAnswer } from '../../packages/server/src/engine/reading/names/own-answers-labelled.test-support.ts'

/** Whether a brand's name is also an ordinary word, also a person's or a place's, or coined. */
export const kinds = ['word', 'name', 'plain'] as const
export type Kind = (typeof kinds)[number]
export const feelings = ['positive', 'mixed', 'negative', 'neutral'] as const
export type Feeling = (typeof feelings)[number]

export type Span = { start: number; end: number }
export type Brand = { name: string; aliases: string[]; domains: string[] }

/** What a careful reader says of a brand in a text. */
export type Label = {
  brand: string
  kind: Kind | null
  /** In reading order; empty: it is not in the text. `alts`: spans that are as right. */
  mentions: (Span & { alts: readonly (readonly [number, number])[] })[]
  /** May be found or not. */
  ignore: Span[]
  /** Null: a careful reader would hesitate. */
  isListed: boolean | null
  sentiment: Feeling | null
}

export type LabelledText = {
  id: string
  language: string
  text: string
  prompt: string
  brands: Brand[]
  labels: Label[]
}

/** A line of a file of texts (README.md). */
type Line = {
  id: string
  prompt: string
  brands: string[]
  kinds: Record<string, Kind>
  /** With marks. */
  text: string
  listed?: Record<string, boolean>
  sentiment?: Record<string, Feeling>
}

export const OWN_TEXTS = join(import.meta.dirname, 'texts')

/** All texts of a folder, by file and line. The language is the file's name, up to a dot or a hyphen. */
export function readTexts(folder: string): LabelledText[] {
  return globSync('*.jsonl', { cwd: folder })
    .toSorted()
    .flatMap((file) => {
      const language = /^[a-z]+/.exec(basename(file))?.[0] ?? 'en'
      const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
      return lines.map((line) => labelled(JSON.parse(line) as Line, language))
    })
}

function labelled(
  { id, prompt, brands: names, kinds, text: marked, listed, sentiment }: Line,
  language: string,
): LabelledText {
  const { text, brands, labels } = labelledAnswer({ id, names: names.join('; '), text: marked })
  return {
    id,
    language,
    prompt,
    text,
    brands,
    labels: labels.map(({ brand, mentions, ignore }) => ({
      brand,
      kind: kinds[brand] ?? null,
      mentions: mentions.map(({ start, end, alts = [] }) => ({ start, end, alts })),
      ignore: ignore ?? [],
      isListed: listed?.[brand] ?? null,
      sentiment: sentiment?.[brand] ?? null,
    })),
  }
}
