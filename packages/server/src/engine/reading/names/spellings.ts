/** A way to write a name that a reader takes for the same name. */
export type Spelling = {
  /** In the case of the name as entered. */
  text: string
  /** The pieces must begin with capitals where `text` has them: "Click Up" is ClickUp, "click up" is not. */
  needsCapitals: boolean
  /** A stem that counts only with a case ending behind it (Cyrillic: Лад-у). */
  needsEnding: boolean
  /** A space or hyphen was left out. */
  isJoined: boolean
}

/** All spellings of a name, the name itself first. */
export function spellingsOf(name: string): Spelling[] {
  const found = new Map<string, Spelling>()
  const add = (text: string, asks: Partial<Spelling> = {}) => {
    const spelling = { text, needsCapitals: false, needsEnding: false, isJoined: false, ...asks }
    if (text !== '' && !found.has(text)) found.set(text, spelling)
  }
  const entered = name.normalize('NFC').trim().replace(/\s+/g, ' ')
  add(entered)
  for (const bare of [entered, ...barerForms(entered)]) {
    for (const letters of letterForms(bare)) {
      for (const signs of signForms(letters)) {
        add(signs, { needsCapitals: isSpelledOut(bare, signs) })
        for (const spaced of spacedForms(signs)) add(spaced, { isJoined: true })
        for (const split of splitForms(signs)) add(split, { needsCapitals: true })
        const stem = stemOf(signs)
        if (stem !== null) add(stem, { needsEnding: true })
      }
    }
  }
  return [...found.values()]
}

const LEGAL_FORM =
  /(?:,? (?:inc|incorporated|corp|corporation|co|ltd|limited|llc|llp|lp|plc|gmbh|ag|se|kg|kgaa|ug|sa|s\.a|sas|sarl|spa|s\.p\.a|srl|bv|b\.v|nv|n\.v|ab|oy|oyj|asa|a\/s|aps|pty|pte|kk|s\.r\.o|sp\. z o\.o)\.?)+$/i
const EASTERN_LEGAL_FORM =
  /^(?:株式会社|有限会社|ООО|ОАО|ЗАО|ПАО|АО)\s*|\s*(?:株式会社|股份有限公司|有限责任公司|有限公司|주식회사|\(주\))$/gu

/** The name without its legal form, and without a leading article when two words or more remain. */
function barerForms(name: string): string[] {
  const bare = name
    .replace(LEGAL_FORM, '')
    .replace(EASTERN_LEGAL_FORM, '')
    .replace(/^[«"„“](.+)[»"“”]$/u, '$1')
  const forms = bare === name ? [] : [bare]
  const withoutArticle = bare.replace(/^the /i, '')
  if (withoutArticle !== bare && withoutArticle.includes(' ')) forms.push(withoutArticle)
  return forms
}

const PAIRED_LETTERS: [RegExp, string][] = [
  [/ä/g, 'ae'],
  [/ö/g, 'oe'],
  [/ü/g, 'ue'],
  [/Ä/g, 'Ae'],
  [/Ö/g, 'Oe'],
  [/Ü/g, 'Ue'],
  [/ß/g, 'ss'],
  [/ø/g, 'oe'],
  [/Ø/g, 'Oe'],
  [/æ/g, 'ae'],
  [/Æ/g, 'Ae'],
  [/œ/g, 'oe'],
  [/Œ/g, 'Oe'],
  [/å/g, 'aa'],
]

/** Müller is also written Mueller (Muller is the fold's part), Strauß Strauss. */
function letterForms(name: string): string[] {
  const paired = PAIRED_LETTERS.reduce((text, [letter, pair]) => text.replace(letter, pair), name)
  return paired === name ? [name] : [name, paired]
}

/** & and "and", + and "plus", with and without apostrophes, inner dots and a closing mark. */
function signForms(name: string): string[] {
  const forms = [name]
  const alter = (pattern: RegExp, replacements: string[]) => {
    for (const form of forms.slice()) {
      if (!pattern.test(form)) continue
      for (const replacement of replacements) forms.push(form.replace(pattern, replacement).trim())
    }
  }
  alter(/ ?& ?/, ['&', ' & ', ' and '])
  alter(/ and /i, [' & ', '&'])
  alter(/(?<=\p{L}{3})\+$/u, [' plus', ' +'])
  alter(/(?<=\p{L}{3}) plus$/iu, ['+'])
  alter(/(?<=\p{L})['’](?=\p{L})/u, [''])
  alter(/(?<=\p{L}{2})[!?]$/u, [''])
  alter(/(?<=\p{L})\. /u, [' '])
  alter(/^(?:\p{L}\.){2,}$/u, [name.replaceAll('.', '')])
  alter(/(?<=\p{L}{2})\.(?=(?:js|ai|io)$)/iu, ['', ' '])
  return forms
}

/** "H and M" for H&M needs its capitals: "the h and m keys". */
function isSpelledOut(name: string, signs: string): boolean {
  return signs.includes(' and ') && !/ and /i.test(name) && /(?<!\p{L})\p{L}{1,2}(?!\p{L})/u.test(name)
}

/** Spaces and hyphens left out ("TMobile"); a hyphen and a space are one to the fold. */
function spacedForms(name: string): string[] {
  const pieces = name.split(/(?<=[\p{L}\p{N}])[ -](?=[\p{L}\p{N}])/u)
  if (pieces.length === 1 || pieces.length > 4) return []
  const forms = [pieces.join('')]
  for (let gap = 1; gap < pieces.length && pieces.length > 2; gap++) {
    forms.push([pieces.slice(0, gap).join(' '), pieces.slice(gap).join(' ')].join(''))
  }
  return forms
}

/** "YouTube" as "You Tube": only between pieces of two letters or more, only with its capitals. */
function splitForms(name: string): string[] {
  const split = name.replace(/(?<=\p{Ll})(?=\p{Lu}\p{L})/gu, ' ')
  const isOfOneLetter = split.split(' ').some((piece) => piece.length < 2)
  return split === name || isOfOneLetter ? [] : [split]
}

/**
 * Cyrillic names that end in a vowel, й or ь change that letter: Яндекс-а needs no stem, Лад-а does. Those in -ок, -ек and
 * -ец lose the vowel: Перекрёсток, в Перекрёстке.
 */
function stemOf(name: string): string | null {
  const [, stem, last] = /^(.*\p{Script=Cyrillic}{2})[оеё]([кц])$/iu.exec(name) ?? []
  if (stem !== undefined && last !== undefined) return stem + last
  return /\p{Script=Cyrillic}{3}[аяыиоеёйь]$/iu.test(name) ? name.slice(0, -1) : null
}
