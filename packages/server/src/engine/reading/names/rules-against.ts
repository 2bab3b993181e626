import { isUnambiguous } from './ambiguity.ts'
import { isCapital } from './casing.ts'
import type { Occurrence, Rule } from './evidence.ts'
import { isEnglishWord, plain } from './lexicon.ts'
import type { Heads, TextFacts } from './text-facts.ts'
import { crossesWord } from './spaceless.ts'

/** What forbids a mention whatever else speaks for it; also for names that are like nothing else. */
export const RULES_AGAINST: Rule[] = [
  { says: 'a person: a given name stands before it', holds: isSurname },
  { says: 'a person: "von" and a surname stand behind it', holds: isGivenNameOfFamily },
  { says: 'a person: a title stands before it', holds: isTitled },
  { says: 'half of a double given name', holds: isHalfOfDoubleName },
  { says: 'part of a longer word', holds: isInLongerWord },
  { says: 'another bearer of the name', holds: isNamesake },
  { says: 'a person: their kin or belongings', holds: isOwningPerson },
  { says: 'a region: an article before it, no noun behind it', holds: isArticledRegion },
  { says: 'told to be something else', holds: isToldToBeElse },
  { says: 'a person: what persons do stands behind a surname', holds: isActingPerson },
  { says: 'a common noun in small letters', holds: isSmallNoun },
  { says: 'small letters in a text that has capitals', holds: isSmallAmongCapitals },
  { says: 'an abbreviation in small letters', holds: isSmallAbbreviation },
  { says: 'a phrase in small letters', holds: isSmallPhrase },
]

/** What companies never do: "Hieronymus Bosch painted". */
const PERSONAL =
  /^ (?:died|painted|sang|wrote|composed|married|starred|directed|studied|was born|was an? (?:\p{L}+ )?(?:\p{L}+(?:er|or|ist|ian|man|woman)|poet|chemist|king|queen))\b/u

/** "Henry Ford", "Henry J. Ford"; not "Walt Disney Studios". */
function isSurname(
  { surroundings, surface, form, lexicon, text, start, end, slots }: Occurrence,
  facts: TextFacts,
): boolean {
  const { before, gapBefore, after } = surroundings
  const isOneName = !form.likeness.isPhrase || /\p{L}[-‐‑]\p{L}/u.test(surface)
  if (!isOneName || !isCapital(surface)) return false
  const [, first = ''] =
    /(\p{Lu}\p{L}+) (?:von|van|de|di|da|van der|von der) $/u.exec(text.slice(Math.max(0, start - 30), start)) ?? []
  if (lexicon.givenNames.has(plain(first))) return true
  if (!isCapital(before)) return false
  const given = plain(before.replace(/['’]s$/, ''))
  const isInitial = /^\p{Lu}$/u.test(before) && gapBefore === '. '
  // "A. Loom" and a line "B. Vidyard": the letter counts.
  if (isInitial && slots.includes('lettered') && membersIn(facts.headsOf('lettered')) > 1) return false
  if (isInitial) return !/^(?:AG|SA|[A-Z]\.)/.test(after)
  if (gapBefore !== ' ') return false
  const isBehaving = !isEnglishWord(given, lexicon) && PERSONAL.test(text.slice(end, end + 30))
  if (isBehaving || given !== plain(before)) return isBehaving
  if (!lexicon.givenNames.has(given) || lexicon.namesThatAreWords.has(given)) return false
  return !/^(?:Company|Studios?|World|Pictures|Corporation|Corp|Inc|Motor|Motors|Group|Holdings|AG|SE)$/.test(after)
}

/** "Otto von Bismarck". */
function isGivenNameOfFamily({ surface, text, end, form }: Occurrence): boolean {
  if (!form.likeness.givenName || !isCapital(surface)) return false
  return /^ (?:von|van|van der|von der|van den|zu|bin|ibn) \p{Lu}\p{Ll}/u.test(text.slice(end, end + 12))
}

function isTitled({ surroundings, surface, form, lexicon }: Occurrence): boolean {
  const { before, gapBefore } = surroundings
  if (form.likeness.isPhrase || !isCapital(surface) || !/^\.? $/.test(gapBefore)) return false
  return isCapital(before) && lexicon.titles.has(plain(before))
}

/** "Jean-Claude", "Claude-Michel": a hyphen joins it to another given name. */
function isHalfOfDoubleName({ surroundings, form, lexicon }: Occurrence): boolean {
  const { before, gapBefore, after, gapAfter } = surroundings
  if (!form.likeness.givenName) return false
  const isGiven = (word: string) => isCapital(word) && lexicon.givenNames.has(plain(word))
  return (/^[-‐‑]$/.test(gapBefore) && isGiven(before)) || (/^[-‐‑]$/.test(gapAfter) && isGiven(after))
}

/** In scripts without spaces: the dictionary reads a longer word there (明治維新 for 維新). Also O'Reilly for Reilly. */
function isInLongerWord({ text, start, end, surface }: Occurrence): boolean {
  if (/(?<!\p{L})O['’]$/u.test(text.slice(Math.max(0, start - 3), start))) return true
  return /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Thai}ー]/u.test(surface)
    ? crossesWord(text, start, end)
    : false
}

/** "Tesla coils", "the Amazon rainforest": general knowledge of well-known other bearers. */
function isNamesake({ surroundings, surface, lexicon }: Occurrence): boolean {
  const { before, gapBefore, after, gapAfter, isPossessive } = surroundings
  const name = plain(surface)
  const isNext = !isPossessive && /^[-‐‑ ]$/.test(gapAfter) && lexicon.namesakesByNext.get(name)?.has(plain(after))
  const isPrevious = /^[-‐‑ ]$/.test(gapBefore) && lexicon.namesakesByPrevious.get(name)?.has(plain(before))
  return isNext === true || isPrevious === true
}

/** "Harry's brother left". */
function isOwningPerson({ surface, surroundings }: Occurrence): boolean {
  const { after, gapAfter, isPossessive } = surroundings
  if (gapAfter !== ' ' || !(isPossessive || /['’]s$/.test(surface))) return false
  return /^(?:brother|sister|mother|father|mom|dad|wife|husband|son|daughter|uncle|aunt|parents|girlfriend|boyfriend|birthday|funeral|hair|eyes|face|dog|poem|poems|novel|novels|paintings)$/.test(
    after,
  )
}

/** "in the Amazon", "the Amazon and its tributaries"; not "the Amazon app". */
function isArticledRegion({ surroundings, surface, lexicon }: Occurrence): boolean {
  const { before, gapBefore, after, gapAfter, isPossessive } = surroundings
  if (!isCapital(surface) || !lexicon.articledRegions.has(plain(surface))) return false
  if (gapBefore !== ' ' || !/^the$/i.test(before) || isPossessive) return false
  const isSubject = gapAfter !== ' ' || lexicon.afterVerb.has(after) || lexicon.auxiliaries.has(after)
  return isSubject || /^(?:and|or|for|of|from|where|which|that|as|to)$/.test(after)
}

/** "Santander is a city", "Nike, goddess of victory", "Santander es una ciudad". */
function isToldToBeElse({ text, end, lexicon, surface }: Occurrence): boolean {
  const behind = text.slice(end, end + 60)
  if (FOREIGN_PLACE.test(behind)) return true
  const [, told] =
    /^(?:,| (?:is|was|are|were)) (?:(?:a|an|the|one of the) )?((?:[\p{L}-]+ ){0,2}[\p{L}-]+)/u.exec(behind) ?? []
  if (told === undefined) return false
  const kind =
    told
      .split(/ (?:of|in|and|that|which|who) ?/)[0]
      ?.split(' ')
      .at(-1) ?? ''
  return (
    ELSE_KINDS.test(kind) ||
    ((/^ (?:is|was) (?:a|an|the) /.test(behind) || (surface.endsWith('s') && /^ (?:are|were) the /.test(behind))) &&
      lexicon.naturalKinds.has(kind))
  )
}

/** "is a city" in other languages. */
const FOREIGN_PLACE =
  /^ (?:es|est|ist|è|é|liegt als) (?:una?|une|eine?|um|uma|la|die|der|le|el) (?:\p{L}+ ){0,2}(?:ciudad|pueblo|provincia|r[ií]o|ville|village|rivière|fleuve|Stadt|Dorf|Fluss|Region|citt[àa]|fiume|cidade|vila)(?!\p{L})/u

const ELSE_KINDS =
  /^(?:goddess|god|king|queen|emperor|poet|philosopher|painter|novelist|mathematician|physicist|composer|saint|river|city|town|village|mountain|planet|sign)$/

/** "Bing Crosby sang". */
function isActingPerson({ surface, text, end, form }: Occurrence): boolean {
  if (form.likeness.isPhrase || !isCapital(surface)) return false
  return /^ \p{Lu}\p{Ll}+ (?:sang|sings|wrote|painted|composed|directed|starred|acted|was born|died|married|studied|taught|recorded|hosts|hosted|smiled|laughed|called|arrived)\b/u.test(
    text.slice(end, end + 60),
  )
}

/** "an elixir", "a crate & barrel", "the rear fender was", "was unreal": a plain name in small letters behind an article, or with the ending of an adjective. */
function isSmallNoun(place: Occurrence): boolean {
  const { surface, form, surroundings, lexicon, company } = place
  const isPlainName = /^\p{Lu}\p{Ll}+(?: & \p{Lu}\p{Ll}+)?$/u.test(form.spelling.text)
  if (!isPlainName || surface !== surface.toLowerCase() || surroundings.opening !== 'inside' || company.isBesideKnown)
    return false
  const { before, gapBefore, after, gapAfter } = surroundings
  const hasArticle =
    gapBefore === ' ' && (lexicon.determiners.has(plain(before)) || /^\d+$/.test(before) || isDescribedSubject(place))
  const hasKind = gapAfter === ' ' && lexicon.commercialKinds.has(after)
  const isListed = gapBefore.startsWith(',') || gapAfter.startsWith(',')
  return (
    (hasArticle && !hasKind) ||
    (!isListed && /\p{L}{2}(?:ed|ing|tion|sion|ness|ment|ible|al|ive|ous|ful|less|ity|ance|ence|ism)$/u.test(surface))
  )
}

/**
 * "ensure" for Ensure: in a text that has capitals a name that is a capital word does not count in small letters by itself.
 * Other names beside it, the name of a product behind it ("eero Pro 6E") and the beginning of a sentence, where a word would
 * have a capital, let it; "ebay" and "amd" are often typed so.
 */
function isSmallAmongCapitals({ surface, form, text, end, surroundings }: Occurrence, { casing }: TextFacts): boolean {
  const isCapitalWord = /^\p{Lu}[\p{Ll}\p{M}]+$/u.test(form.entered) && surface === surface.toLowerCase()
  if (casing !== 'mixed' || !isCapitalWord || !isUnambiguous(form.likeness)) return false
  const { opening, block, gapBefore, gapAfter } = surroundings
  const isListed = /^[*_)]*[,/]/.test(gapBefore) || /^[*_)]*[,/]/.test(gapAfter)
  const opensSentence = opening === 'sentence' || (opening === 'line' && block?.kind !== 'item')
  return !isListed && !opensSentence && !/^ [\p{Lu}\d]/u.test(text.slice(end, end + 2))
}

/** An article and one more word in small letters before it, a verb or the end of the sentence behind it. */
function isDescribedSubject({ text, start, surroundings: { after, gapAfter }, lexicon }: Occurrence): boolean {
  const [, article = ''] = /(?<!\p{L})(\p{L}+) \p{Ll}+ $/u.exec(text.slice(Math.max(0, start - 40), start)) ?? []
  const ends = /^[.!?]/.test(gapAfter) || (gapAfter === ' ' && lexicon.auxiliaries.has(after))
  return ends && lexicon.determiners.has(plain(article))
}

/** "ea." is no EA. Three letters and more are often typed small ("amd"), unless they make a word. */
function isSmallAbbreviation({ surface, form }: Occurrence): boolean {
  if (surface.length === 1) return surface !== surface.toUpperCase()
  if (!form.likeness.abbreviation || surface.length > 3) return false
  return surface.length === 2
    ? surface !== surface.toUpperCase()
    : form.likeness.word && surface === surface.toLowerCase()
}

/** "the best buy" is no Best Buy: a phrase of common words needs its capitals. */
function isSmallPhrase({ surface, form }: Occurrence, facts: TextFacts): boolean {
  if (facts.casing === 'small' || !form.likeness.isPhrase || !form.likeness.word) return false
  return countCapitals(surface) < countCapitals(form.spelling.text)
}

const membersIn = ({ coined, common }: Heads): number => coined + common

function countCapitals(text: string): number {
  return text.match(/(?<![\p{L}\p{N}'’])\p{Lu}/gu)?.length ?? 0
}
