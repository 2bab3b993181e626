import { isCapital } from './casing.ts'
import type { Occurrence, Rule } from './evidence.ts'
import { isEnglishWord, kindBefore, plain } from './lexicon.ts'

/** What speaks for a doubtful name in the answer around it. A word in small letters gains little by it. */
export const RULES_OF_SUPPORT: Rule[] = [
  { says: 'behind another of its own names', points: 4, holds: ({ company }) => company.isBehindOwn },
  { says: 'beside a known name', points: 3, holds: ({ company }) => company.isBesideKnown },
  { says: 'in the same place of a list as known names', points: 3, holds: ({ company }) => company.isParallelToKnown },
  { says: 'set beside another name to look for', points: 2, holds: ({ company }) => company.isWithLikely },
  { says: 'known names in the sentence', points: 2, holds: isWithKnown },
  { says: 'known names in the answer', points: 1, holds: whenCapital(({ company }) => company.others > 0) },
  { says: 'named beyond doubt elsewhere', points: 2, holds: whenCapital(({ company }) => company.isSameKnown) },
  { says: 'counted elsewhere in the answer', points: 1, holds: whenCapital(({ company }) => company.isSameLikely) },
  { says: 'never in small letters here', points: 1, holds: whenCapital(isNeverSmall) },
  { says: 'also in small letters here', points: -1, holds: whenCapital(({ company }) => company.small > 1) },
  { says: 'its own site is shown', points: 3, holds: whenCapital(({ company }) => company.isOwnDomainShown) },
  { says: 'links to its own site', points: 4, holds: isLinkedToOwnSite },
  { says: 'legal form behind it', points: 4, holds: hasLegalForm },
  { says: 'possessive without an article', points: 2, holds: isBarePossessive },
  {
    says: 'behind "bei", "chez" or "laut"',
    points: 3,
    holds: whenCapital(
      ({ surroundings }) => /^(?:bei|chez|laut)$/i.test(surroundings.before) && surroundings.gapBefore === ' ',
    ),
  },
  { says: 'does what companies do', points: 3, holds: whenCapital((place) => isFollowedBy(place, 'companyVerbs')) },
  { says: 'has done what companies do', points: 2, holds: whenCapital(hasDoneCompanyWork) },
  { says: 'subject of the sentence', points: 1, holds: whenCapital(isSubject) },
  { says: 'a kind of product or company beside it', points: 2, holds: isNamedByKind },
  { says: 'a version behind it', points: 1, holds: whenCapital(hasVersion) },
  { says: 'a model number behind it', points: 3, holds: hasModelNumber },
  { says: 'a coined name behind it', points: 2, holds: hasCoinedName },
]

function whenCapital(holds: Rule['holds']): Rule['holds'] {
  return (place) => isCapital(place.surface) && holds(place)
}

function isNeverSmall({ company }: Occurrence): boolean {
  return company.isSameLikely && company.small === 0
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

function isWithKnown({ company, surface, surroundings }: Occurrence): boolean {
  return company.isInSentenceWithKnown && isCapital(surface) && surroundings.casing !== 'title'
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
  const { surroundings, surface, lexicon, text, start } = place
  if (!isCapital(surface) || surroundings.casing === 'title' || surroundings.casing === 'upper') return false
  const isInside = surroundings.opening === 'inside'
  if (isInside && isFollowedBy(place, 'commercialKinds')) return true
  return lexicon.commercialKinds.has(kindBefore(text, start))
}

/** "Brother HL-L2350DW", "Wise X55". */
function hasModelNumber({ surroundings: { gapAfter, after, isPossessive }, surface }: Occurrence): boolean {
  if (!isCapital(surface) || gapAfter !== ' ' || isPossessive) return false
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
