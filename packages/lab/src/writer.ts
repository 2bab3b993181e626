import type { Sentence } from './answer.ts'
import type { MarketBrand } from './brands.ts'
import type { Category } from './category.ts'
import { criticism, mixedViews, praise } from './grammar/claims.ts'
import type { Random } from './random.ts'
import { mix, uniform } from './random.ts'
import type { findSources } from './sources.ts'

/** Fills templates with the market's words and leans sentences on pages. */
export type Writer = {
  random: Random
  /** A sentence that leans on nothing. */
  sentence: (templates: readonly string[], slots?: Record<string, string>) => Sentence
  /** A sentence about a brand; often it cites the brand's own page or third parties. */
  claim: (templates: readonly string[], brand: MarketBrand, slots?: Record<string, string>) => Sentence
  /** An opinion on the brand: praise, mixed or criticism, by how well liked it is. */
  opinion: (brand: MarketBrand) => Sentence
  fill: (template: string, slots?: Record<string, string>) => string
  /** The name or one of its aliases: only after the name itself has been written. */
  anyName: (brand: MarketBrand) => string
}

export const createWriter = (
  random: Random,
  category: Category,
  fixed: { topic: string; year: string },
  found: ReturnType<typeof findSources>,
  seed: number,
): Writer => {
  /** Words and sentences repeat only when all have been used. */
  const used = new Set<string>()
  const fresh = (texts: readonly string[]): string => {
    const unused = texts.filter((text) => !used.has(text))
    const text = random.pick(unused.length > 0 ? unused : texts)
    used.add(text)
    return text
  }
  const slot = (name: string, slots: Record<string, string>): string => {
    const given = slots[name]
    if (given !== undefined) return given
    switch (name) {
      case 'topic':
        return fixed.topic
      case 'year':
        return fixed.year
      case 'noun':
        return category.noun
      case 'nouns':
        return category.nouns
      case 'feature':
      case 'feature2':
        return fresh(category.features)
      case 'audience':
        return fresh(category.audiences)
      case 'drawback':
        return fresh(category.drawbacks)
      case 'price':
        return `$${random.integer(4, 24)}`
      default:
        throw new RangeError(`Unknown slot: ${name}`)
    }
  }
  const fill = (template: string, slots: Record<string, string> = {}): string =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => slot(name, slots))
  const cite = (brand: MarketBrand): number[] => {
    const own = found.own.get(brand)
    const cites = new Set<number>()
    if (random.isChance(0.6)) cites.add(random.pick(found.third))
    if (own !== undefined && random.isChance(0.7)) cites.add(own)
    if (random.isChance(0.15)) cites.add(random.pick(found.third))
    return [...cites]
  }
  const writer: Writer = {
    random,
    fill,
    sentence: (templates, slots) => ({ text: fill(fresh(templates), slots), cites: [] }),
    claim: (templates, brand, slots) => ({
      text: fill(fresh(templates), { brand: brand.name, ...slots }),
      cites: cite(brand),
    }),
    opinion: (brand) => {
      const liked = 0.3 + 0.55 * uniform(mix(brand.hash, seed))
      const chance = random.next()
      return writer.claim(chance < liked ? praise : chance < liked + 0.3 ? mixedViews : criticism, brand)
    },
    anyName: (brand) => (random.isChance(0.15) && brand.aliases.length > 0 ? random.pick(brand.aliases) : brand.name),
  }
  return writer
}
