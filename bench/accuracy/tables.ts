import { matchers } from './matchers.ts'
import { f1Of, judge, measure, precisionOf, recallOf, shareOf, type Accuracy, type Judged } from './measure.ts'
import { kinds, type LabelledText } from './texts.ts'

const HEAD = '| | texts | presence P | R | F1 | alone P | R | F1 | spans F1 | order | listed F1 | sentiment |'
const RULE = `|---|${'---|'.repeat(11)}`
const KIND_NAMES = { word: 'names that are words', name: 'names of persons or places', plain: 'coined names' } as const

/** By matcher, the product's own first. */
export type JudgedBy = { name: string; all: readonly Judged[] }

export const judgeByAll = (texts: readonly LabelledText[]): JudgedBy[] =>
  matchers.map((matcher) => ({ name: matcher.name, all: judge(texts, matcher) }))

/** The tables of docs/accuracy.md, in Markdown. */
export function tablesOf(judged: readonly JudgedBy[]): string {
  const own = judged[0]?.all ?? []
  const languages = [...new Set(own.map(({ text }) => text.language))].toSorted()
  const inLanguage = (language: string) => own.filter(({ text }) => text.language === language)
  return [
    ...table(
      'Matchers, all texts',
      judged.map(({ name, all }) => [name, measure(all)] as const),
    ),
    ...judged.flatMap(({ name, all }) =>
      table(
        `${name}, by kind of name`,
        kinds.map((kind) => [KIND_NAMES[kind], measure(all, kind)] as const),
      ),
    ),
    ...table(
      'Sightline, by language',
      languages.map((language) => [language, measure(inLanguage(language))] as const),
    ),
  ].join('\n')
}

function table(title: string, rows: readonly (readonly [string, Accuracy])[]): string[] {
  return [`**${title}**`, '', HEAD, RULE, ...rows.map(([name, accuracy]) => row(name, accuracy)), '']
}

function row(name: string, { texts, presence, alone, spans, order, listed, sentiment }: Accuracy): string {
  const figures = [
    precisionOf(presence),
    recallOf(presence),
    f1Of(presence),
    precisionOf(alone),
    recallOf(alone),
    f1Of(alone),
    f1Of(spans),
    shareOf(order),
    f1Of(listed),
    shareOf(sentiment),
  ]
  return `| ${name} | ${texts} | ${figures.map(shown).join(' | ')} |`
}

const shown = (figure: number | null): string => (figure === null ? '–' : figure.toFixed(3).replace(/^0/, ''))
