/** How a word is written. */

export function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}

/** A capital, and not only capitals. */
export function isCapitalized(word: string): boolean {
  return isCapital(word) && !isUpper(word)
}

export function isUpper(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()
}
