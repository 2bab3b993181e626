/** An answer as a reader sees it, and the way back to the text that is stored. */
export type Readable = {
  /** With its character references resolved; the stored text itself where there are none. */
  text: string
  /** Of a place between two units of `text`, in the stored text. */
  toStored(offset: number): number
  /** The other way; inside a reference: in front of what it stands for. */
  fromStored(offset: number): number
}

/**
 * Resolves HTML's character references (`Levi&#39;s`, `Caf&eacute;`, `&amp;`), also those that were escaped twice
 * (`&amp;#39;`). One that would be markup (`&lt;`, `&#42;`) stays as it is, as in CommonMark: it never makes a list, a
 * link or a line. Linear in the length of the text.
 */
export function readableOf(stored: string): Readable {
  if (!stored.includes('&')) return { text: stored, toStored: (offset) => offset, fromStored: (offset) => offset }
  const pieces: string[] = []
  /** Where each reference ends, in the readable and in the stored text; both ascend. */
  const ends: { readable: number; stored: number; start: number }[] = []
  let [from, length] = [0, 0]
  for (const match of stored.matchAll(REFERENCE)) {
    const meant = resolve(match[1] ?? '')
    if (meant === null) continue
    const before = stored.slice(from, match.index)
    pieces.push(before, meant)
    from = match.index + match[0].length
    length += before.length + meant.length
    ends.push({ readable: length, stored: from, start: match.index })
  }
  return {
    text: pieces.join('') + stored.slice(from),
    toStored: (offset) => {
      const last = ends[countUpTo(ends, (end) => end.readable <= offset) - 1]
      return last === undefined ? offset : last.stored + offset - last.readable
    },
    fromStored: (offset) => {
      const count = countUpTo(ends, (end) => end.stored <= offset)
      const [last, next] = [ends[count - 1], ends[count]]
      const outside = next === undefined ? offset : Math.min(offset, next.start)
      return last === undefined ? outside : last.readable + outside - last.stored
    },
  }
}

/** How many of them, from the first on, it holds for. */
function countUpTo<Item>(ascending: readonly Item[], isUpTo: (item: Item) => boolean): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isUpTo(ascending[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

const REFERENCE = /&(?:amp;){0,3}(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,8});/g

/** What would be markup, a line's end or no character at all. */
const STAYS = /^[<>*_#`[\]|\\~]$|[\p{Cc}\p{Cs}\p{Cn}]/u

function resolve(reference: string): string | null {
  const meant = reference.startsWith('#') ? ofCode(reference.slice(1)) : ofName(reference)
  return meant === null || STAYS.test(meant) ? null : meant
}

function ofCode(code: string): string | null {
  const point = /^[xX]/.test(code) ? Number.parseInt(code.slice(1), 16) : Number.parseInt(code, 10)
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : null
}

function ofName(name: string): string | null {
  const sign = SIGNS.get(name) ?? SIGNS.get(name.toLowerCase())
  if (sign !== undefined) return sign
  const [, letter = '', accent = ''] = /^([a-zA-Z])([a-z]{3,6})$/.exec(name) ?? []
  const mark = ACCENTS.get(accent)
  const accented = mark === undefined ? '' : (letter + mark).normalize('NFC')
  return accented.length === 1 ? accented : ofLetter(name)
}

/** HTML names accented letters by letter and accent: `eacute`, `Scaron`. */
const ACCENTS = new Map(
  Object.entries({
    grave: '\u0300',
    acute: '\u0301',
    circ: '\u0302',
    tilde: '\u0303',
    macr: '\u0304',
    breve: '\u0306',
    dot: '\u0307',
    uml: '\u0308',
    ring: '\u030a',
    dblac: '\u030b',
    caron: '\u030c',
    cedil: '\u0327',
    ogon: '\u0328',
  }),
)

function ofLetter(name: string): string | null {
  const small = LETTERS.get(name.toLowerCase())
  if (small === undefined) return null
  return name === name.toLowerCase() ? small : small.toUpperCase()
}

const LETTERS = new Map(
  Object.entries({ aelig: 'æ', oelig: 'œ', oslash: 'ø', szlig: 'ß', eth: 'ð', thorn: 'þ', dstrok: 'đ', lstrok: 'ł' }),
)

const SIGNS = new Map(
  Object.entries({
    amp: '&',
    apos: "'",
    quot: '"',
    nbsp: '\u00a0',
    ensp: '\u2002',
    emsp: '\u2003',
    thinsp: '\u2009',
    shy: '\u00ad',
    zwnj: '\u200c',
    zwj: '\u200d',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    laquo: '«',
    raquo: '»',
    lsaquo: '‹',
    rsaquo: '›',
    hyphen: '‐',
    dash: '‐',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    middot: '·',
    bull: '•',
    period: '.',
    comma: ',',
    colon: ':',
    semi: ';',
    excl: '!',
    quest: '?',
    plus: '+',
    equals: '=',
    commat: '@',
    dollar: '$',
    percnt: '%',
    sol: '/',
    lpar: '(',
    rpar: ')',
    deg: '°',
    copy: '©',
    reg: '®',
    trade: '™',
    euro: '€',
    pound: '£',
    yen: '¥',
    cent: '¢',
    times: '×',
    iexcl: '¡',
    iquest: '¿',
    ordf: 'ª',
    ordm: 'º',
  }),
)
