import { foldText, type Fold } from './fold.ts'
import { isEnglishWord, languagesOf, type Language, type Lexicon } from './lexicon.ts'

/**
 * What else a written name could be. A name that is like nothing else counts wherever it stands;
 * the others need evidence in the answer.
 */
export type Ambiguity = {
  /** An English word, or a phrase of nothing but English words. */
  word: boolean
  /** A word of these languages. */
  languages: Language[]
  givenName: boolean
  place: boolean
  date: boolean
  /** Two to five capitals: EA, IBM. */
  abbreviation: boolean
  isPhrase: boolean
}

/** `spelling`: the name in the case it was entered in. */
export function ambiguityOf(spelling: string, fold: Fold, lexicon: Lexicon): Ambiguity {
  const folded = foldText(spelling, fold)
  const words = folded.split(' ').filter((word) => word !== '')
  const isPhrase = words.length > 1
  const isOfLetters = /^[\p{L} ']+$/u.test(folded)
  // "American Express", "Swiss Life": an adjective of a country in front makes a name of it.
  const hasDemonym = isPhrase && words.some((word) => lexicon.demonyms.has(word))
  const isWordLike = isOfLetters && !hasDemonym && words.every((word) => isEnglishWord(word, lexicon))
  return {
    // An initial of its own tells nothing ("T-Mobile"): such a phrase is a name.
    word: (isWordLike || /^\p{L}$/u.test(folded)) && words.every((word) => word.length > 1 || !isPhrase),
    languages: isPhrase ? [] : languagesOf(folded, lexicon),
    givenName: !isPhrase && lexicon.givenNames.has(folded),
    place: !isPhrase && lexicon.places.has(folded),
    date: !isPhrase && lexicon.dates.has(folded),
    abbreviation: /^\p{Lu}{2,5}$/u.test(spelling),
    isPhrase,
  }
}

export function isUnambiguous({ word, languages, givenName, place, date }: Ambiguity): boolean {
  return !word && languages.length === 0 && !givenName && !place && !date
}
