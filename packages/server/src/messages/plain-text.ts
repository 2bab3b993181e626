/**
 * Text from outside as one line that no reader can mistake for something else: no control characters, no invisible
 * ones that reorder or hide, no half surrogates, and no word that would call everybody in a room.
 * @param maxLength in code points; what is longer ends with an ellipsis
 */
export function plainText(text: string, maxLength: number): string {
  const oneLine = text.toWellFormed().replaceAll(/\s+/g, ' ').replaceAll(unseen, '').trim()
  return cutTo(oneLine.replaceAll(massMention, `@${WORD_JOINER}`), maxLength) || '(no name)'
}

/** The longest beginning of a text whose escaped form has at most `limit` UTF-16 units: what vendors count. */
export function fitted(text: string, limit: number, escape: (text: string) => string): string {
  const whole = escape(text)
  if (whole.length <= limit) return whole
  // No sign becomes shorter when it is escaped.
  const signs = Array.from(text.slice(0, 2 * limit)).slice(0, limit)
  const begun = (kept: number): string => signs.slice(0, kept).join('')
  let [fits, most] = [0, signs.length]
  while (fits < most) {
    const kept = Math.ceil((fits + most) / 2)
    if (escape(`${begun(kept)}…`).length <= limit) fits = kept
    else most = kept - 1
  }
  return escape(`${begun(fits).trimEnd()}…`)
}

const WORD_JOINER = '\u2060'
/** What `@` calls in one of the four chat tools. */
const massMention = /@(?=everyone|here|channel|all|team|group)/gi
/** Control, format (zero width, direction), private and unassigned signs; joiners stay, because scripts and emoji need them. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu

function cutTo(text: string, maxLength: number): string {
  const signs = Array.from(text)
  return signs.length <= maxLength
    ? text
    : `${signs
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
}
