import type { LabAnswer, Block, Sentence } from './answer.ts'
import type { MarketBrand } from './brands.ts'
import { writeForm } from './forms.ts'
import { absentBrand, foundNothing, generalAdvice } from './grammar/absence.ts'
import { closings, comparisons, criteria, criteriaHeadings, hedges } from './grammar/closings.ts'
import { contexts, leadOpenings, neutralOpenings } from './grammar/openings.ts'
import type { Question } from './latent.ts'
import type { Market } from './market.ts'
import { createRandom } from './random.ts'
import { findSources } from './sources.ts'
import { createWriter } from './writer.ts'
import type { Writer } from './writer.ts'

/** Puts the `sample`-th answer of a day into English. Pure: the same market and question give the same answer. */
export const compose = (market: Market, question: Question, sample: number): LabAnswer => {
  const draw = market.draw(question, sample)
  const random = createRandom(draw.seed)
  const category = market.categoryOf(question.prompt)
  const topic = topicOf(question.prompt, category.nouns, market.brands)
  const year = question.day.slice(0, 4)
  const found = findSources(random, topic, year, draw.ranked)
  const writer = createWriter(random, category, { topic, year }, found, market.seed)
  return {
    ...question,
    sample,
    draw,
    blocks: writeBlocks(writer, draw),
    sources: found.sources,
    searches: random.pickSome(
      [topic, `${topic} ${year}`, `${topic} reviews comparison`, `best ${category.nouns}`],
      random.integer(1, 3),
    ),
    model: market.model(question.platform, question.day),
  }
}

const writeBlocks = (writer: Writer, draw: LabAnswer['draw']): Block[] => {
  if (draw.absent !== null) return sayAbsent(writer, draw.absent)
  if (draw.isSilent) return [paragraph([writer.sentence(foundNothing), writer.sentence(generalAdvice)])]
  if (draw.ranked.length === 0)
    return [paragraph([writer.sentence(neutralOpenings), writer.sentence(generalAdvice)]), ...chooseWisely(writer)]
  return [
    paragraph(open(writer, draw.ranked)),
    ...writeForm(writer, draw.ranked.length < 2 ? 'prose' : draw.form, draw.ranked),
    ...compareSome(writer, draw.ranked),
    ...(writer.random.isChance(0.35) ? chooseWisely(writer) : []),
    ...close(writer),
  ]
}

const sayAbsent = (writer: Writer, brand: MarketBrand): Block[] => [
  paragraph([writer.sentence(absentBrand, { brand: brand.name })]),
  paragraph([writer.sentence(generalAdvice)]),
]

/** Only the first brand may be named before the list: place is the order of first mention. */
const open = (writer: Writer, ranked: readonly MarketBrand[]): Sentence[] => {
  const [first] = ranked
  const lead = first !== undefined && writer.random.isChance(0.4)
  const opening = lead ? writer.claim(leadOpenings, first) : writer.sentence(neutralOpenings)
  return writer.random.isChance(0.6) ? [opening, writer.sentence(contexts)] : [opening]
}

/** All brands are named by now, so their order no longer matters. */
const compareSome = (writer: Writer, ranked: readonly MarketBrand[]): Block[] => {
  if (ranked.length < 2) return []
  const sentences = Array.from({ length: writer.random.integer(1, 3) }, () => {
    const [brand, other] = writer.random.pickSome(ranked, 2)
    if (brand === undefined || other === undefined) return writer.sentence(hedges)
    return writer.claim(comparisons, brand, { brand: writer.anyName(brand), other: writer.anyName(other) })
  })
  return sentences.length === 0 ? [] : [paragraph(sentences)]
}

const chooseWisely = (writer: Writer): Block[] => [
  { kind: 'heading', level: 2, text: writer.random.pick(criteriaHeadings) },
  {
    kind: 'list',
    isOrdered: false,
    items: writer.random
      .pickSome(criteria, writer.random.integer(2, 4))
      .map((criterion) => ({ sentences: [writer.sentence([criterion])], points: [] })),
  },
]

const close = (writer: Writer): Block[] => {
  const sentences = [
    ...(writer.random.isChance(0.5) ? [writer.sentence(hedges)] : []),
    ...(writer.random.isChance(0.6) ? [writer.sentence(closings)] : []),
  ]
  return sentences.length === 0 ? [] : [paragraph(sentences)]
}

const paragraph = (sentences: Sentence[]): Block => ({ kind: 'paragraph', sentences })

/** What the prompt asks about, in its own words; the category's name where those could name a brand. */
const topicOf = (prompt: string, nouns: string, brands: readonly MarketBrand[]): string => {
  const asked = /\b(?:best|top|good|great|leading|easiest)\s+([^?.!\n]{3,70})/i.exec(prompt)?.[1]?.trim()
  if (asked === undefined || /\p{Lu}|^(?:for|to|at|with|in)\b/u.test(asked)) return nouns
  const isBranded = brands.some(({ name }) => asked.includes(name.toLowerCase()))
  return isBranded ? nouns : asked
}
