import { isCapital } from './casing.ts'
import type { CoMentions, Feature, Occurrence } from './evidence.ts'
import type { Surroundings } from './surroundings.ts'
import type { TextFacts } from './text-facts.ts'

/** Where a doubtful name stands, what else stands in such places, and how it is written in the whole text. */
export const FEATURES_OF_LAYOUT: Feature[] = [
  { says: 'a text in small letters', value: (_, facts) => facts.casing === 'small' },
  { says: 'a text in capitals', value: (_, facts) => facts.casing === 'upper' },
  {
    says: 'in small letters elsewhere, and a capital only where any word has one',
    value: whenCapital(({ company, surroundings }) => company.small > 0 && isCapitalOfAnyWord(company, surroundings)),
  },
  { says: 'in small letters elsewhere', value: whenCapital(({ company }) => company.small > 0) },
  {
    says: 'in small letters more than once',
    value: whenCapital(({ company, surroundings }) => company.small > 1 && isCapitalOfAnyWord(company, surroundings)),
  },
  { says: 'capital inside a sentence elsewhere', value: whenCapital(({ company }) => company.isCapitalElsewhere) },
  { says: 'at the head of a line or item elsewhere', value: whenCapital(({ company }) => company.isHeadElsewhere) },
  { says: 'told by a name or a verb elsewhere', value: whenCapital(({ company }) => company.isToldElsewhere) },
  {
    says: 'a phrase that keeps its capitals',
    value: ({ form, surface }) => form.likeness.isPhrase && isCapital(surface),
  },
  { says: 'bold', value: ({ surroundings }) => surroundings.bold !== null },
  {
    says: 'opens a link',
    value: ({ surroundings: { link }, text, start }) =>
      link !== null && !/\p{L}/u.test(text.slice(Math.max(link.labelStart, start - 20), start)),
  },
  { says: 'opens its line', value: ({ surroundings }) => surroundings.opening === 'line' },
  {
    says: 'opens a sentence',
    value: ({ surroundings: { opening, casing } }) => opening === 'sentence' && casing === 'sentence',
  },
  { says: 'behind a colon or dash', value: ({ surroundings }) => surroundings.opening === 'label' },
  { says: 'alone in its line or cell', value: ({ surroundings }) => surroundings.casing === 'alone' },
  { says: 'in a title', value: ({ surroundings }) => surroundings.casing === 'title' },
  { says: 'one of a list with letters', value: ({ slots }) => slots.includes('lettered') },
  { says: 'coined names in its list', value: (place, facts) => Math.min(ENOUGH, coinedIn(place, facts)) / ENOUGH },
  { says: 'only words in its list', value: isAmongCommonHeads },
]

/** No place tells that the capital is the name's own. */
function isCapitalOfAnyWord(
  { isCapitalElsewhere, isToldElsewhere }: CoMentions,
  { opening, casing }: Surroundings,
): boolean {
  return !isCapitalElsewhere && !isToldElsewhere && (opening !== 'inside' || casing !== 'sentence')
}

/** What a capital elsewhere says is nothing for a word in small letters. */
function whenCapital(value: Feature['value']): Feature['value'] {
  return (place, facts) => (isCapital(place.surface) || facts.casing !== 'mixed') && value(place, facts)
}

/** More coined names in a list make no other list of it. */
const ENOUGH = 3

function coinedIn({ slots, surface }: Occurrence, facts: TextFacts): number {
  if (!isCapital(surface) && facts.casing === 'mixed') return 0
  return Math.max(0, ...slots.map((slot) => facts.headsOf(slot).coined))
}

function isAmongCommonHeads({ slots }: Occurrence, facts: TextFacts): boolean {
  const heads = slots.map((slot) => facts.headsOf(slot))
  return heads.some(({ common }) => common > 2) && heads.every(({ coined }) => coined === 0)
}
