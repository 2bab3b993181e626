import type { Place, Rule } from './disambiguation.ts'
import { isEnglishWord, plain } from './lexicon.ts'
import { isCapital } from './rules-against.ts'
import { SPACELESS_RULES } from './rules-spaceless.ts'

/** What speaks for and against a name that is also a word, a given name, a place or a date. Two points are needed. */
export const RULES_OF_EVIDENCE: Rule[] = [
  { says: 'capital inside a sentence', points: 3, holds: isTellingCapital },
  { says: 'bold capital inside a sentence', points: 1, holds: isBoldCapital },
  { says: 'written in capitals', points: 2, holds: isTellingUpper },
  { says: 'written as entered', points: 4, holds: (place) => hasOwnWriting(place) },
  {
    says: 'only the first letter of a sentence is capital, and the word is foreign here',
    points: 2,
    holds: isForeignCapital,
  },
  { says: 'a rare word for a sentence to begin with', points: 2, holds: isProperByDefault },
  { says: 'small letters', points: -3, holds: isSmall },
  { says: 'beside a known name', points: 3, holds: ({ company }) => company.isBesideKnown },
  { says: 'in the same place of a list as known names', points: 3, holds: ({ company }) => company.isParallelToKnown },
  { says: 'known names in the sentence', points: 2, holds: isWithKnown },
  {
    says: 'known names in the answer',
    points: 1,
    holds: ({ company, surface }) => company.others > 0 && isCapital(surface),
  },
  {
    says: 'named beyond doubt elsewhere',
    points: 2,
    holds: ({ company, surface }) => company.isSameKnown && isCapital(surface),
  },
  {
    says: 'counted elsewhere in the answer',
    points: 1,
    holds: ({ company, surface }) => company.isSameLikely && isCapital(surface),
  },
  {
    says: 'the same word stands in small letters',
    points: -1,
    holds: ({ company, surface }) => company.small > 1 && isCapital(surface),
  },
  {
    says: 'its own site is shown',
    points: 3,
    holds: ({ company, surface }) => company.isOwnDomainShown && isCapital(surface),
  },
  { says: 'links to its own site', points: 4, holds: isLinkedToOwnSite },
  { says: 'legal form behind it', points: 4, holds: hasLegalForm },
  { says: 'possessive without an article', points: 2, holds: isBarePossessive },
  {
    says: 'does what companies do',
    points: 3,
    holds: ({ surroundings, surface, lexicon }) =>
      isCapital(surface) && isFollowedBy(surroundings, lexicon.companyVerbs),
  },
  {
    says: 'subject of the sentence',
    points: 1,
    holds: ({ surroundings, surface, lexicon }) =>
      isCapital(surface) && isFollowedBy(surroundings, lexicon.auxiliaries),
  },
  { says: 'a kind of product or company behind it', points: 2, holds: isNamedByKind },
  {
    says: 'a version behind it',
    points: 1,
    holds: ({ surroundings, surface }) =>
      isCapital(surface) && /^ $/.test(surroundings.gapAfter) && /^\d/.test(surroundings.after),
  },
  { says: 'a verb that opens the sentence', points: -3, holds: isOpeningVerb },
  { says: 'an article before it', points: -2, holds: isCommonNoun },
  { says: 'one of several common words', points: -4, holds: isAmongWords },
  { says: 'a kind of plant, place or word', points: -5, holds: isOfNaturalKind },
  { says: 'part of a longer name', points: -3, holds: isInLongerName },
  { says: 'a place or institution of that name', points: -4, holds: isOtherOwner },
  { says: 'a person of that name', points: -4, holds: isPerson },
  { says: 'a place of that name', points: -3, holds: isPlace },
  { says: 'a date', points: -5, holds: isDate },
  ...SPACELESS_RULES,
]

function isTellingCapital({ surroundings, surface, form, language }: Place): boolean {
  const isGermanNoun = language === 'de' && form.likeness.languages.includes('de')
  if (!isCapitalized(surface) || form.likeness.date || isGermanNoun) return false
  const { opening, casing, bold } = surroundings
  return opening === 'inside' && bold === null && casing !== 'title' && casing !== 'upper'
}

/** Emphasis lends capitals to words, too: it is worth less. */
function isBoldCapital({ surroundings, surface, form }: Place): boolean {
  const { opening, casing, bold } = surroundings
  return isCapitalized(surface) && !form.likeness.date && opening === 'inside' && bold !== null && casing === 'sentence'
}

function isTellingUpper({ surroundings, surface }: Place): boolean {
  return isUpper(surface) && surroundings.casing !== 'upper' && surroundings.casing !== 'alone'
}

/** Capitals within the name or an accent the word does not have: TikTok, Nestlé. */
function hasOwnWriting({ surface, form }: Place): boolean {
  const hasInnerCapital = /\p{Ll}\p{Lu}/u.test(surface)
  const hasAccent =
    isCapital(surface) &&
    plain(surface) !== surface.toLowerCase() &&
    surface.toLowerCase() === form.entered.toLowerCase()
  const isEnteredUpper = isUpper(surface) && isUpper(form.entered)
  return hasInnerCapital || hasAccent || (isEnteredUpper && surface.length > 1)
}

/** A German or Spanish word in an English answer is no word there: its capital is a name's. */
function isForeignCapital({ surface, form, language }: Place): boolean {
  const { word, languages } = form.likeness
  return isCapital(surface) && !word && languages.length > 0 && !languages.includes(language)
}

/** Given names and places have no other use: a capital suffices until something speaks for the person or the place. */
function isProperByDefault({ surface, form, language }: Place): boolean {
  const { word, languages, date, givenName, place, isPhrase } = form.likeness
  if (date || !isCapital(surface)) return false
  return (word && isPhrase) || (!word && !languages.includes(language) && (givenName || place))
}

function isSmall({ surface }: Place): boolean {
  return /^\p{Ll}/u.test(surface) && surface === surface.toLowerCase()
}

function isWithKnown({ company, surface, surroundings }: Place): boolean {
  return company.isInSentenceWithKnown && isCapital(surface) && surroundings.casing !== 'title'
}

function isLinkedToOwnSite({ surroundings, form }: Place): boolean {
  const url = surroundings.link?.url ?? ''
  const host = /^(?:https?:)?\/\/([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  return form.entity.domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

function hasLegalForm({ surroundings, surface }: Place): boolean {
  const { after, gapAfter } = surroundings
  if (/^ ?[®™]/.test(gapAfter) && isCapital(surface)) return true
  return (
    isCapital(surface) &&
    /^,? $/.test(gapAfter) &&
    /^(?:Inc|Corp|Corporation|Ltd|LLC|GmbH|AG|SE|PLC|plc|S|SA|NV|BV|KG|AB|Oyj|SpA|Co)$/.test(after)
  )
}

function isBarePossessive({ surroundings, surface, lexicon }: Place): boolean {
  return surroundings.isPossessive && isCapital(surface) && !lexicon.determiners.has(plain(surroundings.before))
}

function isFollowedBy({ gapAfter, after, isPossessive }: Place['surroundings'], words: Set<string>): boolean {
  return gapAfter === ' ' && !isPossessive && words.has(after.replaceAll('’', "'"))
}

/** "the Square app", "brands like Away". */
function isNamedByKind({ surroundings, surface, lexicon, text, start }: Place): boolean {
  if (!isCapital(surface) || surroundings.casing === 'title' || surroundings.casing === 'upper') return false
  const isInside = surroundings.opening === 'inside'
  if (isInside && isFollowedBy(surroundings, lexicon.commercialKinds)) return true
  return lexicon.commercialKinds.has(kindBefore(text, start))
}

/** The noun before "like", "such as", "including": what the name is one of. */
function kindBefore(text: string, start: number): string {
  const left = text.slice(Math.max(0, start - 80), start)
  const listed = /(\p{L}+)(?:,| \()? ?(?:like|such as|including|namely|e\.g\.,?|for example,?)(?: [\p{L}*, ]*)?$/u.exec(
    left,
  )
  return (listed?.[1] ?? '').toLowerCase()
}

function isOpeningVerb({ surroundings, lexicon }: Place): boolean {
  if (surroundings.opening === 'inside') return false
  return isFollowedBy(surroundings, lexicon.afterVerb)
}

/** "an apple", "your target"; with a capital inside a sentence the name keeps its chance ("a Ford"). */
function isCommonNoun({ surroundings, lexicon, surface }: Place): boolean {
  if (!/^ ["“'‘*_]*$/.test(surroundings.gapBefore) || isTellingCase(surface, surroundings)) return false
  return lexicon.determiners.has(plain(surroundings.before))
}

function isTellingCase(surface: string, { casing }: Place['surroundings']): boolean {
  return isCapital(surface) && casing === 'sentence'
}

/** "High/Medium/Low", "Scope | Priority": its neighbours in a series are common words and no names. */
function isAmongWords({ surroundings, lexicon, company }: Place): boolean {
  if (company.isBesideKnown) return false
  const { before, gapBefore, after, gapAfter } = surroundings
  const isSeries = (gap: string) => /^[\])* ]*(?:[/|,]|\bor\b|\band\b)[[(* ]*$/.test(gap)
  const isWord = (word: string) => isCapital(word) && isEnglishWord(plain(word), lexicon)
  const left = isSeries(gapBefore)
  const right = isSeries(gapAfter)
  return (left || right) && (!left || isWord(before)) && (!right || isWord(after)) && (left ? before : after) !== ''
}

function isOfNaturalKind({ text, start, lexicon, surroundings, company }: Place): boolean {
  if (company.isBesideKnown) return false
  const isKindBehind =
    surroundings.gapAfter === ' ' && !surroundings.isPossessive && lexicon.naturalKinds.has(surroundings.after)
  return isKindBehind || lexicon.naturalKinds.has(kindBefore(text, start))
}

/** "Blue Apron" for Apron: a capital directly before it that is neither a known name nor the sentence's first word. */
function isInLongerName({ surroundings, surface, text, start, company, form }: Place): boolean {
  const { before, gapBefore, casing, opening } = surroundings
  if (
    opening !== 'inside' ||
    casing === 'title' ||
    casing === 'upper' ||
    company.isBesideKnown ||
    form.likeness.isPhrase
  )
    return false
  if (!/^[ -]$/.test(gapBefore) || !isCapital(before) || !isCapital(surface)) return false
  const left = text.slice(Math.max(0, start - before.length - 4), start - before.length - 1)
  const isSentenceStart = left.trim() === '' || /[.!?:\n*#>"“(–—-]\s*$/.test(left)
  return !isSentenceStart
}

function isOtherOwner({ surroundings, surface, lexicon }: Place): boolean {
  const { before, gapBefore, after, gapAfter, casing } = surroundings
  if (!isCapital(surface) || casing === 'upper') return false
  if (gapAfter === ' ' && isCapital(after) && lexicon.otherOwners.has(plain(after))) return true
  return (
    /^\.? $/.test(gapBefore) &&
    isCapital(before) &&
    lexicon.otherOwnerPrefixes.has(plain(before)) &&
    surroundings.opening === 'inside'
  )
}

/** A surname behind a given name, or a person of this name told of in full or by what persons do. */
function isPerson({ surroundings, surface, lexicon, text, form, company }: Place): boolean {
  if (!form.likeness.givenName || company.isBesideKnown || company.isSameKnown) return false
  const { after, gapAfter, sentence } = surroundings
  const isSurname =
    gapAfter === ' ' && isCapital(after) && /^\p{Lu}\p{Ll}+$/u.test(after) && !isEnglishWord(plain(after), lexicon)
  if (isSurname && surroundings.casing !== 'title') return true
  const words =
    text
      .slice(sentence.start, sentence.end)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  return isCapital(surface) && words.some((word) => lexicon.personCues.has(word))
}

function isPlace({ surroundings, form, lexicon, company }: Place): boolean {
  if (!form.likeness.place || company.isBesideKnown) return false
  const { before, gapBefore, after, gapAfter } = surroundings
  if (gapBefore === ' ' && lexicon.placePrepositions.has(plain(before))) return true
  return gapAfter === ', ' && isCapital(after) && lexicon.places.has(plain(after))
}

function isDate({ surroundings, form, lexicon }: Place): boolean {
  if (!form.likeness.date) return false
  const { before, gapBefore, after, gapAfter } = surroundings
  if (/^,? $/.test(gapAfter) && /^(?:\d{1,2}(?:st|nd|rd|th)?|\d{4})$/.test(after)) return true
  if (/^ $/.test(gapBefore) && (lexicon.beforeDates.has(plain(before)) || /^\d{1,2}$/.test(before))) return true
  return lexicon.dates.has(plain(after)) || lexicon.dates.has(plain(before))
}

function isCapitalized(surface: string): boolean {
  return /^\p{Lu}/u.test(surface) && !isUpper(surface)
}

function isUpper(surface: string): boolean {
  return surface.length > 1 && surface === surface.toUpperCase() && surface !== surface.toLowerCase()
}
