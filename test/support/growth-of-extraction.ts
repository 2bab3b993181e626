import { buildMatcher, type Matcher, type EntityNames } from '../../packages/server/src/engine/reading/names/matcher.ts'
import { extract } from '../../packages/server/src/engine/reading/extraction/extract.ts'
import type { Reader } from './growth.ts'
import { REPEATED_PATTERNS } from './repeated-patterns.ts'

/** Names that are words, persons, places or dates beside some that are like nothing else. */
const KNOWN = ['Notion', 'Asana', 'Monday', 'Apple', 'Square', 'Jordan', 'Delta', 'Best Buy', 'Sony', 'PlayStation', 'Google', 'Google Maps', 'H&M', 'AT&T', '小米', '苹果', 'アップル', 'Лада', 'Ford', 'A'] // prettier-ignore
/** So few that each length of the text holds all of them in the same shares. */
const ALIKE = ['Notion', 'Monday', 'Zor2', 'Apple', 'Zor3 Hub', 'Square', 'Jordan', 'Asana']
const MANY = 1000

const asEntity = (name: string): EntityNames => ({
  id: name,
  kind: 'competitor',
  name,
  aliases: name === 'Sony' ? ['PlayStation'] : [],
  excludedNames: name === 'Delta' ? ['Delta Force'] : [],
  domains: name === 'Notion' ? ['notion.so'] : [],
  caseSensitive: false,
})

/** The pattern's own letters as somebody would enter them; null when it has none. */
function nameIn(pattern: string): string | null {
  const name = pattern.trim().slice(0, 60)
  return /[\p{L}\p{N}]/u.test(name) && name.isWellFormed() ? name : null
}

const asAnswer = (text: string) => ({ outcome: 'ok' as const, text, citations: [], listed: [] })

/** Without the ceilings of occurrences, which would hide what grows too fast below it. */
const reading = (entities: EntityNames[], matcher: Matcher) => (text: string) =>
  extract(asAnswer(text), matcher, entities, [], { ofEntity: Infinity, ofAnswer: Infinity })

const namesOfPatterns = REPEATED_PATTERNS.flatMap((pattern) => nameIn(pattern) ?? [])
const coined = Array.from({ length: MANY }, (_, at) => `Zor${at.toString(36)}${at % 3 === 0 ? ' Hub' : ''}`)
const many = [...new Set([...KNOWN, ...namesOfPatterns, ...coined])].slice(0, MANY).map(asEntity)
const bookOfMany = buildMatcher(many)
const bookOfNone = buildMatcher([])

/**
 * What extraction does with books of no, one and a thousand names; the one is the pattern itself where it can be. One
 * more reads several names of the book, joined by the pattern; the last one keeps the ceilings of occurrences.
 */
export const readers: Reader[] = [
  { name: 'no name', makeFor: () => reading([], bookOfNone) },
  {
    name: 'one name',
    makeFor: (pattern) => {
      const entities = [asEntity(nameIn(pattern) ?? 'Monday')]
      return reading(entities, buildMatcher(entities))
    },
  },
  { name: 'a thousand names', makeFor: () => reading(many, bookOfMany) },
  {
    name: 'names of a thousand, joined',
    makeFor: (pattern) => {
      const joined = `${ALIKE.join(pattern)}${pattern}`
      const read = reading(many, bookOfMany)
      return ({ length }) => read(joined.repeat(Math.max(1, Math.round((2 * length) / joined.length))))
    },
  },
  { name: 'a thousand names, as stored', makeFor: () => (text) => extract(asAnswer(text), bookOfMany, many) },
]
