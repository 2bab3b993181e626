import type { Block, Item, Sentence } from './answer.ts'
import type { MarketBrand } from './brands.ts'
import type { Form } from './draw.ts'
import { points, shortClaims } from './grammar/claims.ts'
import { inPassing } from './grammar/closings.ts'
import { leadIns, listHeadings } from './grammar/openings.ts'
import type { Writer } from './writer.ts'

/** The part of an answer that names the brands, each for the first time in the order of its rank. */
export const writeForm = (writer: Writer, form: Form, ranked: readonly MarketBrand[]): Block[] => {
  switch (form) {
    case 'numbered':
    case 'bullets':
      return writeList(writer, form === 'numbered', ranked)
    case 'headings':
      return writeHeadings(writer, ranked)
    case 'table':
      return writeTable(writer, ranked)
    case 'prose':
      return writeProse(writer, ranked)
  }
}

const writeList = (writer: Writer, isOrdered: boolean, ranked: readonly MarketBrand[]): Block[] => {
  const separator = writer.random.pick([' – ', ': ', ' — '])
  const hasPoints = writer.random.isChance(0.25)
  const items = ranked.map((brand, index): Item => {
    const named = writer.claim(shortClaims, brand)
    const sentences = [{ ...named, text: `**${brand.name}**${separator}${named.text}.` }]
    if (index < 5) sentences.push(writer.opinion(brand))
    if (index < 2 && !hasPoints) sentences.push(writer.opinion(brand))
    return { sentences, points: hasPoints && index < 4 ? writePoints(writer) : [] }
  })
  const list: Block = { kind: 'list', isOrdered, items }
  if (writer.random.isChance(0.5)) return [{ kind: 'heading', level: 2, text: writer.random.pick(listHeadings) }, list]
  return [{ kind: 'paragraph', sentences: [writer.sentence(leadIns)] }, list]
}

const writePoints = (writer: Writer): string[] => writer.random.pickSome(points, 2).map((point) => writer.fill(point))

const writeHeadings = (writer: Writer, ranked: readonly MarketBrand[]): Block[] => {
  const isNumbered = writer.random.isChance(0.5)
  return ranked.flatMap((brand, index): Block[] => [
    { kind: 'heading', level: 3, text: isNumbered ? `${index + 1}. ${brand.name}` : brand.name },
    {
      kind: 'paragraph',
      sentences: index < 3 ? [writer.opinion(brand), writer.opinion(brand)] : [writer.opinion(brand)],
    },
  ])
}

const writeTable = (writer: Writer, ranked: readonly MarketBrand[]): Block[] => {
  const isBold = writer.random.isChance(0.6)
  const rows = ranked.map((brand) => ({
    cells: [
      isBold ? `**${brand.name}**` : brand.name,
      writer.fill('{audience}'),
      writer.fill('{feature}'),
      writer.fill('from {price}'),
    ],
    cites: writer.claim([''], brand).cites,
  }))
  const [first] = ranked
  return [
    { kind: 'paragraph', sentences: [writer.sentence(leadIns)] },
    { kind: 'table', header: ['Name', 'Best for', 'Strength', 'Price per user'], rows },
    ...(first === undefined
      ? []
      : [{ kind: 'paragraph' as const, sentences: [introduce(writer, first), writer.opinion(first)] }]),
  ]
}

/** Four brands get a sentence or more, the rest one mention in passing. */
const writeProse = (writer: Writer, ranked: readonly MarketBrand[]): Block[] => {
  const told = ranked.slice(0, 4).map((brand, index): Block => {
    const sentences = [introduce(writer, brand), writer.opinion(brand)]
    return { kind: 'paragraph', sentences: index < 2 ? [...sentences, writer.opinion(brand)] : sentences }
  })
  const rest = ranked.slice(4)
  if (rest.length === 0) return told
  const brands = new Intl.ListFormat('en').format(rest.map(({ name }) => name))
  const passing = writer.sentence(rest.length === 1 ? inPassing.slice(0, 2).map(singular) : inPassing, { brands })
  return [...told, { kind: 'paragraph', sentences: [passing] }]
}

const singular = (template: string): string =>
  template.replace('Other names in the same guides are', 'Another name in the same guides is')

const introduce = (writer: Writer, brand: MarketBrand): Sentence => {
  const claim = writer.claim(shortClaims, brand)
  return { ...claim, text: `**${brand.name}** is ${claim.text}.` }
}
