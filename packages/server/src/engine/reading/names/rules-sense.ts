import { isCapital } from './casing.ts'
import type { Feature, Occurrence } from './evidence.ts'
import { isEnglishWord, kindBefore, plain } from './lexicon.ts'

/** What says that a doubtful name stands for something else: a word, a person, a place, a date, a work. */
export const RULES_OF_SENSE: Feature[] = [
  { says: 'a verb that opens the sentence', value: isOpeningVerb },
  { says: 'an article before it', value: isCommonNoun },
  { says: 'one of several common words', value: isAmongWords },
  { says: 'a kind of plant, place or word', value: isOfNaturalKind },
  { says: 'part of a longer name', value: isInLongerName },
  { says: 'a place or institution of that name', value: isOtherOwner },
  { says: 'another meaning by the words around', value: isOtherTopic },
  { says: 'an article before a place or a person', value: isArticledName },
  { says: 'an adjective of a country', value: isAdjectiveOfCountry },
  { says: 'a pronoun that opens the sentence', value: isPronoun },
  { says: 'the title of a work', value: isTitleOfWork },
  { says: 'a person of that name', value: isPerson },
  { says: 'a place of that name', value: isPlace },
  { says: 'a date', value: isDate },
]

function isOpeningVerb({ surroundings, lexicon }: Occurrence): boolean {
  if (surroundings.opening === 'inside') return false
  return surroundings.gapAfter === ' ' && !surroundings.isPossessive && lexicon.afterVerb.has(surroundings.after)
}

/** "an apple", "your target"; with a capital inside a sentence the name keeps its chance ("a Ford"). */
function isCommonNoun({ surroundings, lexicon, surface, form }: Occurrence): boolean {
  const article = plain(surroundings.before)
  if (!/^ ["“'‘*_]*$/.test(surroundings.gapBefore) || !lexicon.determiners.has(article)) return false
  // German capitals say nothing: "keine Zeit". The English article keeps a capital's chance: "a Ford".
  // "in the Southwest.", "the Bard of Avon": no noun behind the name that the article could belong to.
  const { gapAfter, after } = surroundings
  const isHead = gapAfter !== ' ' || after === 'of' || lexicon.afterVerb.has(after) || lexicon.auxiliaries.has(after)
  if (article === 'the' && isHead && !form.likeness.isPhrase && gapAfter !== '-') return true
  const isForeign = form.likeness.languages.length > 0 && !lexicon.english.has(article)
  return isForeign || !isTellingCase(surface, surroundings)
}

function isTellingCase(surface: string, { casing }: Occurrence['surroundings']): boolean {
  return isCapital(surface) && casing === 'sentence'
}

/** "High/Medium/Low", "Scope | Priority": its neighbours in a series are common words and no names. */
function isAmongWords({ surroundings, lexicon, company, form }: Occurrence): boolean {
  if (company.isBesideKnown || company.isWithLikely || !form.likeness.word) return false
  const { before, gapBefore, after, gapAfter } = surroundings
  const isSeries = (gap: string) => /^[\])* ]*(?:[/|,]|\bor\b|\band\b)[[(* ]*$/.test(gap)
  const isWord = (word: string) => isCapital(word) && isEnglishWord(plain(word), lexicon)
  const left = isSeries(gapBefore)
  const right = isSeries(gapAfter)
  return (left || right) && (!left || isWord(before)) && (!right || isWord(after)) && (left ? before : after) !== ''
}

function isOfNaturalKind({ text, start, lexicon, surroundings, company }: Occurrence): boolean {
  if (company.isBesideKnown) return false
  const isKindBehind =
    surroundings.gapAfter === ' ' && !surroundings.isPossessive && lexicon.naturalKinds.has(surroundings.after)
  return isKindBehind || lexicon.naturalKinds.has(kindBefore(text, start))
}

/** "Blue Apron" for Apron: a capital directly before it that is neither a known name nor the sentence's first word. */
function isInLongerName({ surroundings, surface, text, start, company, form, lexicon }: Occurrence): boolean {
  const { before, gapBefore, casing, opening } = surroundings
  if (company.isBehindOwn) return false
  if (company.isBehindKnown) return true
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
  // "Use Slack" opens a sentence, "Usain Bolt" is a name.
  const isOpening = left.trim() === '' || /[.!?:\n*#>"“(–—-]\s*$/.test(left)
  const opener = plain(before)
  return !isOpening || !(isEnglishWord(opener, lexicon) || lexicon.determiners.has(opener) || company.others > 0)
}

function isOtherOwner({ surroundings, surface, lexicon }: Occurrence): boolean {
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
function isPerson({ surroundings, surface, lexicon, text, form, company, end }: Occurrence): boolean {
  if (!form.likeness.givenName || company.isBesideKnown || company.isSameKnown) return false
  const { after, gapAfter, sentence } = surroundings
  const isSurname =
    gapAfter === ' ' &&
    isCapital(after) &&
    /^\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?$/u.test(after) &&
    (!isEnglishWord(plain(after), lexicon) || lexicon.surnames.has(plain(after)))
  // A number makes a product of it: "Mario Kart 8".
  if (isSurname && /^ \S+ \d/.test(text.slice(end, end + 40))) return false
  if (isSurname && surroundings.casing !== 'title') return true
  const words =
    text
      .slice(sentence.start, sentence.end)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  return isCapital(surface) && words.some((word) => lexicon.personCues.has(word))
}

/** "drove to Philadelphia", "based in Zurich". */
const TRAVEL =
  /\b(?:dr[io]ve[sn]?|flew|fly|flights?|travel\w*|went|trips?|trains?|road|bus|moved|lives?|lived|living|born|based|headquartered|visit\w*|arriv\w*|stay\w*)(?: \p{L}+){0,2} (?:to|from|in|at|for|near) $/iu

function isPlace({ surroundings, form, lexicon, company, text, start }: Occurrence): boolean {
  if (!form.likeness.place || company.isBesideKnown) return false
  const { before, gapBefore, after, gapAfter } = surroundings
  if (gapBefore === ' ' && lexicon.placePrepositions.has(plain(before))) return true
  if (TRAVEL.test(text.slice(Math.max(0, start - 40), start))) return true
  return gapAfter === ', ' && isCapital(after) && lexicon.places.has(plain(after))
}

function isDate({ surroundings, form, lexicon }: Occurrence): boolean {
  if (!form.likeness.date) return false
  const { before, gapBefore, after, gapAfter } = surroundings
  if (/^,? $/.test(gapAfter) && /^(?:\d{1,2}(?:st|nd|rd|th)?|\d{4})$/.test(after)) return true
  if (/^ $/.test(gapBefore) && (lexicon.beforeDates.has(plain(before)) || /^\d{1,2}$/.test(before))) return true
  return lexicon.dates.has(plain(after)) || lexicon.dates.has(plain(before))
}

/** Mars with "planet", Orange with "colour" in the sentence. */
function isOtherTopic({ surroundings: { sentence }, surface, lexicon, text, company }: Occurrence): boolean {
  const topics = lexicon.topics.filter(({ names }) => names.has(plain(surface)))
  if (topics.length === 0 || company.isBesideKnown) return false
  const words =
    text
      .slice(sentence.start, sentence.end)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  return topics.some(({ cues }) => words.some((word) => cues.has(word)))
}

/** "the American public": a noun behind it that no company's name stands before. */
function isAdjectiveOfCountry({ surroundings, surface, lexicon, company }: Occurrence): boolean {
  const { after, gapAfter, isPossessive } = surroundings
  if (!lexicon.demonyms.has(plain(surface)) || company.isBesideKnown || isPossessive) return false
  const isNoun = gapAfter === ' ' && /^\p{Ll}/u.test(after)
  return (
    isNoun &&
    ![lexicon.companyVerbs, lexicon.auxiliaries, lexicon.commercialKinds, CONJUNCTIONS].some((words) =>
      words.has(after),
    )
  )
}

const CONJUNCTIONS: ReadonlySet<string> = new Set(['and', 'or', 'than', 'vs', 'but', 'nor', 'while'])

/** "Nothing beats a good night's sleep"; "Nothing Phone" keeps its chance. */
function isPronoun({ surroundings, surface, lexicon }: Occurrence): boolean {
  const { opening, gapAfter, after, isPossessive } = surroundings
  return (
    opening !== 'inside' &&
    !isPossessive &&
    lexicon.pronouns.has(plain(surface)) &&
    gapAfter === ' ' &&
    /^\p{Ll}/u.test(after)
  )
}

/** "the Maya", "the Amazon" without a noun behind them. */
function isArticledName({ surroundings, form, lexicon, surface }: Occurrence): boolean {
  const { givenName, place, word } = form.likeness
  const { before, gapBefore, after, gapAfter } = surroundings
  if (word || !(givenName || place) || gapBefore !== ' ' || !/^the$/i.test(before)) return false
  const hasNoun = gapAfter === ' ' && (lexicon.commercialKinds.has(after) || /^[\p{Lu}\d]/u.test(after))
  return !hasNoun && isCapital(surface)
}

/** A film, book or picture in quotation marks: is called "Bliss", the album "Discovery". */
function isTitleOfWork({ surroundings, lexicon, text, start }: Occurrence): boolean {
  const { before, gapBefore, gapAfter } = surroundings
  if (!/^,? ["“‘'«*_]+$/.test(gapBefore) || !/^[.,!?]?["”’'»*_]/.test(gapAfter)) return false
  const left = text.slice(Math.max(0, start - 50), start).toLowerCase()
  const isNamed = /\b(?:called|titled|entitled|named|known as)[ ,"“‘'«*_]*$/.test(left)
  const isOfKind = (left.match(/\p{L}+/gu) ?? []).some((word) => lexicon.commercialKinds.has(word))
  return (isNamed && !isOfKind) || WORKS.test(before)
}

const WORKS =
  /^(?:film|movie|song|album|single|novel|book|poem|play|painting|photograph|photo|picture|series|show|episode|story|essay|article|opera|musical|track|chapter|section)$/i
