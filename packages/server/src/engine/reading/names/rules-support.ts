import { isCapital } from './casing.ts'
import type { Feature, Occurrence } from './evidence.ts'
import { isEnglishWord, kindBefore, plain } from './lexicon.ts'

/** What speaks for a doubtful name in the answer around it. A word in small letters gains little by it. */
export const RULES_OF_SUPPORT: Feature[] = [
  { says: 'behind another of its own names', value: ({ company }) => company.isBehindOwn },
  { says: 'beside a known name', value: ({ company }) => company.isBesideKnown },
  { says: 'in the same place of a list as known names', value: ({ company }) => company.isParallelToKnown },
  { says: 'a label as a known name is', value: ({ company }) => company.isLabelAsKnown },
  { says: 'set beside another name to look for', value: ({ company }) => company.isWithLikely },
  { says: 'known names in the sentence', value: whenCapital(isWithKnown) },
  { says: 'known names in the answer', value: whenCapital(({ company }) => company.others > 0) },
  { says: 'named beyond doubt elsewhere', value: whenCapital(({ company }) => company.isSameKnown) },
  { says: 'its own site is shown', value: whenCapital(({ company }) => company.isOwnDomainShown) },
  { says: 'links to its own site', value: isLinkedToOwnSite },
  { says: 'legal form behind it', value: hasLegalForm },
  { says: 'possessive without an article', value: isBarePossessive },
  {
    says: 'behind "bei", "chez" or "laut"',
    value: whenCapital(
      ({ surroundings }) => /^(?:bei|chez|laut)$/i.test(surroundings.before) && surroundings.gapBefore === ' ',
    ),
  },
  { says: 'does what companies do', value: whenCapital((place) => isFollowedBy(place, 'companyVerbs')) },
  { says: 'has done what companies do', value: whenCapital(hasDoneCompanyWork) },
  { says: 'subject of the sentence', value: whenCapital(isSubject) },
  { says: 'a kind of product or company beside it', value: whenCapital(isNamedByKind) },
  { says: 'a version behind it', value: whenCapital(hasVersion) },
  { says: 'a model number behind it', value: whenCapital(hasModelNumber) },
  { says: 'a coined name behind it', value: hasCoinedName },
]

/** In a text that is written small throughout a name is small, too. */
function whenCapital(value: Feature['value']): Feature['value'] {
  return (place, facts) => (isCapital(place.surface) || facts.casing === 'small') && value(place, facts)
}

function isFollowedBy(
  { surroundings, lexicon }: Occurrence,
  words: 'companyVerbs' | 'auxiliaries' | 'commercialKinds',
): boolean {
  const { gapAfter, after, isPossessive } = surroundings
  return gapAfter === ' ' && !isPossessive && lexicon[words].has(after.replaceAll('’', "'"))
}

function isSubject(place: Occurrence): boolean {
  return place.surroundings.opening !== 'inside' && isFollowedBy(place, 'auxiliaries')
}

/** "Jaguar has stopped selling". */
function hasDoneCompanyWork({ text, end, lexicon }: Occurrence): boolean {
  const [, verb = ''] = /^ (?:has|had|have) (\p{L}+)/u.exec(text.slice(end, end + 40)) ?? []
  return lexicon.companyVerbs.has(verb)
}

function hasVersion({ surroundings }: Occurrence): boolean {
  return surroundings.gapAfter === ' ' && /^\d/.test(surroundings.after)
}

function isWithKnown({ company, surroundings }: Occurrence): boolean {
  return company.isInSentenceWithKnown && surroundings.casing !== 'title'
}

function isLinkedToOwnSite({ surroundings, form }: Occurrence): boolean {
  const url = surroundings.link?.url ?? ''
  const host = /^(?:https?:)?\/\/([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  return form.entity.domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

function hasLegalForm({ surroundings, surface }: Occurrence): boolean {
  const { after, gapAfter } = surroundings
  if (/^ ?[®™]/.test(gapAfter) && isCapital(surface)) return true
  return (
    isCapital(surface) &&
    /^,? $/.test(gapAfter) &&
    /^(?:Inc|Corp|Corporation|Ltd|LLC|GmbH|AG|SE|PLC|plc|S|SA|NV|BV|KG|AB|Oyj|SpA|Co)$/.test(after)
  )
}

function isBarePossessive({ surroundings, surface, lexicon }: Occurrence): boolean {
  return surroundings.isPossessive && isCapital(surface) && !lexicon.determiners.has(plain(surroundings.before))
}

/** "the Square app", "brands like Away". */
function isNamedByKind(place: Occurrence): boolean {
  const { surroundings, lexicon, text, start } = place
  if (surroundings.casing === 'title' || surroundings.casing === 'upper') return false
  const isInside = surroundings.opening === 'inside'
  if (isInside && isFollowedBy(place, 'commercialKinds')) return true
  return lexicon.commercialKinds.has(kindBefore(text, start))
}

/** "Brother HL-L2350DW", "Wise X55". */
function hasModelNumber({ surroundings: { gapAfter, after, isPossessive } }: Occurrence): boolean {
  if (gapAfter !== ' ' || isPossessive) return false
  return /^(?=.*\d)\p{Lu}+[-\p{Lu}\d]*\d[-\p{Lu}\d]*$/u.test(after)
}

/** "Ninja Foodi": a capital word behind it that no dictionary of words, given names or places has. */
function hasCoinedName({ surroundings, surface, form, lexicon }: Occurrence): boolean {
  const { gapAfter, after, isPossessive, casing } = surroundings
  if (!isCapital(surface) || gapAfter !== ' ' || isPossessive || casing === 'upper' || form.likeness.givenName)
    return false
  const word = plain(after)
  const isKnownWord =
    isEnglishWord(word, lexicon) ||
    lexicon.givenNames.has(word) ||
    lexicon.places.has(word) ||
    lexicon.surnames.has(word)
  return /^\p{Lu}\p{Ll}{3,}$/u.test(after) && !isKnownWord
}
