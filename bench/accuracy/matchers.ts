import { extract } from '../../packages/server/src/engine/reading/extraction/extract.ts'
import { asEntity } from '../../packages/server/src/engine/reading/names/accuracy.test-support.ts'
import { buildMatcher } from '../../packages/server/src/engine/reading/names/matcher.ts'
import type { Brand, Feeling, Span } from './texts.ts'

/** What a matcher says of a text, by brand; `isListed` and `sentiment` are null where it does not judge. */
export type Found = { brand: string; spans: Span[]; isListed: boolean | null; sentiment: Feeling | null }
export type Matcher = { name: string; find(text: string, brands: readonly Brand[]): Found[] }

/** The product's own. */
const sightline: Matcher = {
  name: 'Sightline',
  find: (text, brands) => {
    const entities = brands.map(asEntity)
    const answer = { outcome: 'ok' as const, text, citations: [], listed: [] }
    const { mentions, entities: observed } = extract(answer, buildMatcher(entities), entities)
    return observed.map(({ entityId, isListed, sentiment }) => ({
      brand: entityId,
      spans: mentions.filter((mention) => mention.entityId === entityId),
      isListed,
      sentiment,
    }))
  },
}

/** A regular expression a name: whole words, in the casing in which they were typed. */
const asTyped: Matcher = { name: 'Whole words, as typed', find: (text, brands) => byExpression(text, brands, 'gu') }

/** The same in any casing. */
const anyCasing: Matcher = {
  name: 'Whole words, any casing',
  find: (text, brands) => byExpression(text, brands, 'giu'),
}

function byExpression(text: string, brands: readonly Brand[], flags: string): Found[] {
  return brands.flatMap(({ name, aliases }) => {
    // The longest first, so that an alias within another one is no mention of its own.
    const names = [name, ...aliases].toSorted((one, other) => other.length - one.length).map(RegExp.escape)
    const expression = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${names.join('|')})(?![\\p{L}\\p{N}_])`, flags)
    const spans = [...text.matchAll(expression)].map(({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
    }))
    return spans.length === 0 ? [] : [{ brand: name, spans, isListed: null, sentiment: null }]
  })
}

export const matchers = [sightline, asTyped, anyCasing] as const
