import { isCapital, isCapitalized, isUpper } from './casing.ts'
import type { Feature, Occurrence } from './evidence.ts'
import { plain } from './lexicon.ts'

/** What the letters themselves say of a doubtful name. */
export const RULES_OF_WRITING: Feature[] = [
  { says: 'capital inside a sentence', value: isTellingCapital },
  { says: 'bold capital inside a sentence', value: isBoldCapital },
  { says: 'written in capitals', value: isTellingUpper },
  { says: 'five capitals or more', value: (place) => place.surface.length > 4 && isTellingUpper(place) },
  { says: 'written as entered', value: hasOwnWriting },
  { says: 'capital, and no word of this language', value: isForeignCapital },
  { says: 'capital, and rarely anything but a name', value: isProperByDefault },
  { says: 'hashtag', value: isHashtag },
  {
    says: 'small letters in a text that has capitals',
    value: (place, facts) => facts.casing === 'mixed' && isSmall(place),
  },
]

function isTellingCapital({ surroundings, surface, form, language }: Occurrence): boolean {
  const isGermanNoun = language === 'de' && form.likeness.languages.includes('de')
  const { date, word, givenName, place } = form.likeness
  const isName = !word && (givenName || place)
  if (!isCapitalized(surface) || date || isGermanNoun || isName) return false
  const { opening, casing, bold } = surroundings
  return opening === 'inside' && bold === null && casing !== 'title' && casing !== 'upper'
}

/** Emphasis lends capitals to words, too: it is worth less. */
function isBoldCapital({ surroundings, surface, form }: Occurrence): boolean {
  const { opening, casing, bold } = surroundings
  return isCapitalized(surface) && !form.likeness.date && opening === 'inside' && bold !== null && casing === 'sentence'
}

function isTellingUpper({ surroundings, surface }: Occurrence): boolean {
  return isUpper(surface) && surroundings.casing !== 'upper' && surroundings.casing !== 'alone'
}

/** Capitals within the name or an accent the word does not have: TikTok, Nestlé. */
function hasOwnWriting({ surface, form, surroundings }: Occurrence): boolean {
  const hasInnerCapital = /\p{Ll}\p{Lu}/u.test(surface)
  const hasAccent =
    isCapital(surface) &&
    plain(surface) !== surface.toLowerCase() &&
    surface.toLowerCase() === form.entered.toLowerCase()
  const isEnteredUpper = isUpper(surface) && isUpper(form.entered) && surroundings.casing !== 'upper'
  return hasInnerCapital || hasAccent || isEnteredUpper
}

/** A German or Spanish word in an English answer is no word there: its capital is a name's. */
function isForeignCapital({ surface, form, language }: Occurrence): boolean {
  const { word, languages } = form.likeness
  return isCapital(surface) && !word && languages.length > 0 && !languages.includes(language)
}

/** Given names and places have no other use: a capital suffices until something speaks for the person or the place. */
function isProperByDefault({ surface, form, language }: Occurrence): boolean {
  const { word, languages, date, givenName, place, isPhrase } = form.likeness
  if (date || !isCapital(surface)) return false
  return (word && isPhrase) || (!word && !languages.includes(language) && (givenName || place))
}

/** "#Puma", not the mark of a heading. */
function isHashtag({ text, start, surface }: Occurrence): boolean {
  return text.charAt(start - 1) === '#' && isCapital(surface)
}

function isSmall({ surface }: Occurrence): boolean {
  return /^\p{Ll}/u.test(surface) && surface === surface.toLowerCase()
}
