import { isCapital } from './casing.ts'
import { LABEL } from './co-mentions.ts'
import type { Feature, Occurrence } from './evidence.ts'
import { isEnglishWord, plain } from './lexicon.ts'
import { isCoined } from './text-facts.ts'

/** What stands directly before a doubtful name and directly behind it. */
export const FEATURES_BESIDE: Feature[] = [
  { says: 'a name directly before it', value: hasNameBefore },
  { says: 'a known name directly before it', value: ({ company }) => company.isBehindKnown },
  { says: 'a capital word of English directly before it', value: hasCapitalWordBefore },
  { says: 'describes the name before it', value: isDescription },
  {
    says: 'a hyphen before it',
    value: ({ text, start }) => /[\p{L}\d][-‐‑]$/u.test(text.slice(Math.max(0, start - 2), start)),
  },
  { says: 'a number directly before it', value: hasNumberBefore },
  { says: 'a preposition before it', value: isBehindPreposition },
  {
    says: 'glued to the sentence or bracket before it',
    value: ({ text, start }) => /[.!?)\]]/.test(text.charAt(start - 1)),
  },
  { says: 'a name of a product behind it', value: hasProductBehind },
  { says: 'a number among the words behind it', value: (place) => NUMBERED.test(behind(place)) },
  { says: 'a name behind it', value: (place) => capitalsBehind(place).some((word) => isNoWord(word, place)) },
  { says: 'a capital word of English behind it', value: (place) => isWordOfEnglish(capitalsBehind(place)[0], place) },
  { says: 'a kind of product behind it', value: (place) => isAnyKind(place) },
  { says: 'a price behind it', value: (place) => /^[^.!?\n|]{0,30}[$€£¥]\s?\d/.test(behind(place)) },
  { says: 'a hyphen behind it', value: ({ text, end }) => /^[-‐‑]\p{L}/u.test(text.slice(end, end + 2)) },
  { says: 'a comma behind it', value: (place) => behind(place).startsWith(',') },
  {
    says: '"and" or "or" behind it',
    value: (place) => /^ (?:and|or|vs\.?|und|oder|y|o|et|ou|e|en) /.test(behind(place)),
  },
  {
    says: 'a word in small letters behind it',
    value: ({ surroundings: { gapAfter, after } }) => gapAfter === ' ' && /^\p{Ll}/u.test(after),
  },
  {
    says: 'the ending of a verb behind it',
    value: ({ surroundings: { gapAfter, after, isPossessive }, lexicon }) =>
      gapAfter === ' ' &&
      !isPossessive &&
      /^\p{Ll}{2,}(?:[^s]s|ed)$/u.test(after) &&
      !lexicon.commercialKinds.has(after),
  },
  { says: 'opens, and a noun follows', value: isAdjective },
  { says: 'a description behind it', value: (place) => /^(?: ?[:：]| [–—-]) /.test(behind(place)) },
  { says: 'a bracket behind it', value: (place) => /^ ?\(/.test(behind(place)) },
  {
    says: 'a slash beside it',
    value: ({ surroundings: { gapBefore, gapAfter } }) =>
      [gapBefore, gapAfter].some((gap) => /^[ *_]*\/[ *_]*$/.test(gap)),
  },
  { says: 'a coined name beside it in a series', value: isBesideCoined },
  {
    says: 'an ending that its name does not have',
    value: ({ surface, form }) => surface.length > form.spelling.text.length && /s$/i.test(surface),
  },
]

/** Units of what is looked at behind a name. */
const BEHIND = 60

/** Without the marks of emphasis: "**Away** The Bigger Carry-On". */
function behind({ text, end }: Occurrence): string {
  return text.slice(end, end + BEHIND).replaceAll(/[*_]/g, '')
}

/** "Intel Core", "HP+ Instant", "Suunto 5 Peak". */
function hasNameBefore(place: Occurrence): boolean {
  const { text, start, surroundings } = place
  const left = text.slice(Math.max(surroundings.sentence.start, start - BEFORE), start)
  const [, word = ''] = NAME_BEFORE.exec(left) ?? []
  return surroundings.opening === 'inside' && (isNoWord(word, place) || isAbbreviation(word, place))
}

const isAbbreviation = (word: string, { lexicon }: Occurrence): boolean =>
  /^\p{Lu}{2,}$/u.test(word) && !isEnglishWord(plain(word), lexicon)

/** Units of what is looked at before a name. */
const BEFORE = 40
const NAME_BEFORE = /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{M}'’-]*)[+®™]?(?: [\p{L}-]{0,10}\d[\p{L}\d-]{0,10})? [*_]*$/u

/** "Battery Life:", "the Small Business Owner"; not the sentence's first word before a name that goes on: "Use Slack". */
function hasCapitalWordBefore(place: Occurrence): boolean {
  const { text, start, lexicon, surroundings } = place
  const { before, gapBefore, opening, casing, sentence } = surroundings
  if (opening !== 'inside' || !/^[ *_]+$/.test(gapBefore) || !isCapital(before)) return false
  if (isNoWord(before, place) || lexicon.determiners.has(plain(before))) return false
  const isFirst = !/\p{L}/u.test(text.slice(sentence.start, start - gapBefore.length - before.length))
  return !isFirst || casing === 'title' || /^ ?[:：]/.test(behind(place))
}

/** "Mubi: Focuses on": what follows a name and a colon. */
function isDescription(place: Occurrence): boolean {
  const { before, gapBefore } = place.surroundings
  return place.company.isDescribingKnown || (LABEL.test(gapBefore) && isNoWord(before, place))
}

/** "Simple setup", "Budget options": no verb and no little word stands behind it, as behind a subject. */
function isAdjective({ surroundings: { opening, gapAfter, after, isPossessive }, lexicon }: Occurrence): boolean {
  if (opening === 'inside' || gapAfter !== ' ' || isPossessive || !/^\p{Ll}{3,}$/u.test(after)) return false
  const isOther = [lexicon.auxiliaries, lexicon.companyVerbs, lexicon.afterVerb, lexicon.commercialKinds].some(
    (words) => words.has(after),
  )
  return (
    !isOther &&
    !PREPOSITION.test(after) &&
    !/^(?:and|or|not|but|also|und|oder|et|ou)$/.test(after) &&
    !/(?:[^s]s|ed)$/.test(after)
  )
}

/** "Suunto 5 Peak", not the number of an item. */
function hasNumberBefore({ surroundings: { before, gapBefore, opening } }: Occurrence): boolean {
  return opening === 'inside' && gapBefore === ' ' && /^\d/.test(before)
}

/** Words before that take a noun: "moved to Ghost", "unlike Heap". */
const PREPOSITION =
  /^(?:with|from|to|by|at|on|via|using|like|unlike|than|for|of|through|mit|von|bei|auf|avec|de|par|con|da|su)$/i

function isBehindPreposition({ surroundings: { before, gapBefore } }: Occurrence): boolean {
  return /^[ *_]+$/.test(gapBefore) && PREPOSITION.test(before)
}

/** "MacBook Air (M1)", "Phone (2a)", "Pacer Pro 2", "Lock+ 3". */
const NUMBERED = /^ (?:\p{Lu}[\p{L}\p{M}-]*\+? ){0,2}\(?(?=[\p{Lu}\d])[\p{L}-]*\d/u

/** ®, ™, a possessive, a model number or two capital words. */
function hasProductBehind(place: Occurrence): boolean {
  const { surroundings } = place
  if (surroundings.isPossessive || /^ ?[®™℠]/.test(behind(place)) || NUMBERED.test(behind(place))) return true
  return surroundings.casing !== 'upper' && capitalsBehind(place).length > 1
}

/** Two at most. */
function capitalsBehind(place: Occurrence): string[] {
  const [, first, second] =
    /^(?:['’]s)? (\p{Lu}[\p{L}\p{M}\p{N}'’-]*)(?: (\p{Lu}[\p{L}\p{M}\p{N}'’-]*))?/u.exec(behind(place)) ?? []
  return [first, second].filter((word) => word !== undefined)
}

const isNoWord = (word: string, { language, lexicon }: Occurrence): boolean =>
  isCapital(word) && isCoined(word, language, lexicon)

const isWordOfEnglish = (word: string | undefined, { lexicon }: Occurrence): boolean =>
  word !== undefined && isEnglishWord(plain(word), lexicon)

/** "Root Insurance", "Nothing Phone". */
function isAnyKind({ surroundings: { gapAfter, after }, lexicon }: Occurrence): boolean {
  return /^[ *_]+$/.test(gapAfter) && lexicon.commercialKinds.has(plain(after))
}

/** "Keen, Altra or Topo", "Vidyard/Loom/Camtasia". */
function isBesideCoined(place: Occurrence): boolean {
  const { before, gapBefore, after, gapAfter, opening } = place.surroundings
  const isLeft = opening === 'inside' && SERIES.test(gapBefore) && isNoWord(before, place)
  return (
    isLeft ||
    (SERIES.test(gapAfter) && isNoWord(after, place)) ||
    (JOINED_BEHIND.test(behind(place)) && isNoWord(JOINED_BEHIND.exec(behind(place))?.[1] ?? '', place))
  )
}

const SERIES = /^(?:['’]s)?[ *_)]*[,/|&、][ *_(]*$/
/** "Wave and Xero", "Ghost, or Substack". */
const JOINED_BEHIND = /^,? (?:and|or|vs\.?|versus|und|oder|y|o|et|ou|e|en) (\p{Lu}[\p{L}\p{M}\p{N}-]*)/u
