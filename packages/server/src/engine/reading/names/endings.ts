/**
 * The units of a grammatical ending that stand directly behind a name, up to the end of the word; −1 when the word is
 * another one ("Ford" in "Fordham"). Only called when a letter follows.
 */
export function endingLength(text: string, start: number, end: number): number {
  const rest = restOfWord(text, end)
  const isEnding = rest.length > 0 && rest.length <= LONGEST && isEndingAfter(text.slice(start, end), rest)
  return isEnding ? rest.length : -1
}

const LONGEST = 4

function restOfWord(text: string, end: number): string {
  return /^[\p{L}\p{N}\p{M}]+/u.exec(text.slice(end, end + LONGEST + 1))?.[0] ?? ''
}

function isEndingAfter(name: string, rest: string): boolean {
  if (/^[\p{Script=Hangul}]+$/u.test(rest)) return KOREAN_PARTICLES.has(rest)
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(rest)) return true
  if (/^\p{Script=Cyrillic}+$/u.test(rest)) return RUSSIAN_CASES.has(rest.toLowerCase())
  return isPlural(name, rest)
}

/** Fords, Lexuses, FORDS; "EAs" but not "eas": short names are abbreviations. */
function isPlural(name: string, rest: string): boolean {
  if (!/\p{Script=Latin}$/u.test(name)) return false
  if (name.length < 4) return rest === 's' && name.length > 1 && name === name.toUpperCase()
  if (rest === 's') return !name.endsWith('s')
  if (rest === 'es') return /(?:s|x|z|ch|sh)$/i.test(name)
  return rest === 'S' && name === name.toUpperCase()
}

const RUSSIAN_CASES = new Set(
  'а я у ю ы и е о й ом ем ём ой ей ою ею ов ев ам ям ах ях ами ями ого его ому ему ым им ых их ую юю ая яя ое ее'.split(
    ' ',
  ),
)

const KOREAN_PARTICLES = new Set(
  '은 는 이 가 을 를 의 에 와 과 도 로 만 랑 나 야 아 에서 으로 부터 까지 에게 한테 처럼 보다 이나 이랑 에는 에도 와의 과의 이라 라는 이라는 에서는 으로는 로는 에서도 이며 이고 입니다'.split(
    ' ',
  ),
)
