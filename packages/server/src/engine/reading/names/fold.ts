/**
 * How a UTF-16 unit compares: one folded unit per unit, so that offsets never move, and what kind of unit it is.
 * Case, accents of Latin and Greek letters, quotes, width, spaces and hyphens are folded; nothing is inserted.
 */
export type Fold = { units: Uint16Array; kinds: Uint8Array }

/** A letter, digit or combining mark: no name begins or ends directly beside one. */
export const WORD = 1
/** Script without spaces (Han, kana, Thai …): a name may begin and end anywhere as far as the boundary rule goes. */
export const SPACELESS = 2
/** A combining mark: belongs to the letter before it and is passed over inside a name. */
export const MARK = 4
/** Passed over inside a name: backslash (markdown escape), soft hyphen, zero-width units, variation selectors. */
export const SKIP = 8
/** The end of a line: inside a name it stands for a space. */
export const BREAK = 16

const SPACE = 0x20
const APOSTROPHE = 0x27

/** About 3 ms: made once per book. */
export function makeFold(): Fold {
  const units = new Uint16Array(65_536)
  const kinds = new Uint8Array(65_536)
  for (let unit = 0; unit < 65_536; unit++) units[unit] = unit
  foldLetters(units)
  foldPunctuation(units)
  markKinds(kinds)
  for (const [units2, kind] of SKIPPED) for (const unit of range(units2)) kinds[unit] = (kinds[unit] ?? 0) | kind
  return { units, kinds }
}

/** The folded form of a name: what the automaton stores. Marks and skipped units are left out. */
export function foldText(text: string, fold: Fold): string {
  let folded = ''
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (((fold.kinds[unit] ?? 0) & (MARK | SKIP)) === 0) folded += String.fromCharCode(fold.units[unit] ?? unit)
  }
  return folded
}

/** Blocks whose letters have case, accents or width; everywhere else a unit is its own fold. */
const LETTER_BLOCKS: [number, number][] = [
  [0x41, 0x5a],
  [0xaa, 0x24f],
  [0x370, 0x58f],
  [0x10a0, 0x10ff],
  [0x1e00, 0x1fff],
  [0x2070, 0x209f],
  [0x2100, 0x218f],
  [0x24b6, 0x24e9],
  [0xff01, 0xff9f],
]

/** Letters that Unicode does not decompose though readers drop their stroke. */
const STROKES = new Map<string, string>(
  Object.entries({ ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', ħ: 'h', ŧ: 't', ё: 'е' }),
)

function foldLetters(units: Uint16Array) {
  for (const block of LETTER_BLOCKS) {
    for (const unit of range(block)) units[unit] = foldLetter(String.fromCharCode(unit))
  }
}

function foldLetter(letter: string): number {
  const lower = letter.normalize('NFKC').toLowerCase()
  const stroke = STROKES.get(lower)
  if (stroke !== undefined) return stroke.charCodeAt(0)
  const parts = lower.normalize('NFD')
  const first = parts.charAt(0)
  // A breve on a Cyrillic и makes another letter (й), and kana marks another sound: only Latin and Greek lose their marks.
  const isMarked = parts.length > 1 && /^[\p{Script=Latin}\p{Script=Greek}]\p{M}+$/u.test(parts)
  if (isMarked || (first === 'i' && lower.length === 2)) return first.charCodeAt(0)
  return lower.length === 1 ? lower.charCodeAt(0) : letter.charCodeAt(0)
}

function foldPunctuation(units: Uint16Array) {
  // Hyphens count as spaces: "7-Eleven", "7 Eleven". Dashes do not: they part a name from its description.
  const spaces = [0x2d, 0xa0, 0x1680, 0x2010, 0x2011, 0x2012, 0x2212, 0x202f, 0x205f, 0x3000, 0xff0d]
  for (const unit of [...spaces, ...range([0x2000, 0x200a])]) units[unit] = SPACE
  for (const unit of [0x60, 0xb4, 0x2b9, 0x2bb, 0x2bc, 0x2018, 0x2019, 0x201b, 0x2032, 0xff07]) units[unit] = APOSTROPHE
}

/** Up to this unit letters are asked for one by one; above it whole blocks are letters. */
const LAST_MIXED_UNIT = 0x30ff
const LETTERS_ABOVE: [number, number][] = [
  [0x3105, 0x318e],
  [0x31a0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa48c],
  [0xa4d0, 0xa82f],
  [0xa840, 0xabff],
  [0xac00, 0xd7fb],
  [0xf900, 0xfb4f],
  [0xfb50, 0xfdfb],
  [0xfe70, 0xfefc],
  [0xff10, 0xff19],
  [0xff21, 0xff3a],
  [0xff41, 0xff5a],
  [0xff66, 0xffdc],
]

const SPACELESS_BLOCKS: [number, number][] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x2e80, 0x2fdf],
  [0x3005, 0x3007],
  [0x3040, 0x30ff],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0xff66, 0xff9f],
]

const SKIPPED: [[number, number], number][] = [
  [[0x0a, 0x0a], SKIP | BREAK],
  [[0x0d, 0x0d], SKIP],
  [[0x300, 0x36f], MARK | WORD],
  [[0x5c, 0x5c], SKIP],
  [[0xad, 0xad], SKIP],
  [[0x200b, 0x200f], SKIP],
  [[0x2060, 0x2060], SKIP],
  [[0xfe00, 0xfe0f], SKIP],
  [[0xfeff, 0xfeff], SKIP],
]

function markKinds(kinds: Uint8Array) {
  const mixed = Array.from(range([0, LAST_MIXED_UNIT]), (unit) => String.fromCharCode(unit)).join('')
  for (const run of mixed.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) kinds.fill(WORD, run.index, run.index + run[0].length)
  for (const [from, to] of LETTERS_ABOVE) kinds.fill(WORD, from, to + 1)
  for (const [from, to] of SPACELESS_BLOCKS) {
    for (const unit of range([from, to])) kinds[unit] = (kinds[unit] ?? 0) === 0 ? 0 : SPACELESS
  }
  for (const [from, to] of [
    [0x2e80, 0x2fdf],
    [0x4e00, 0x9fff],
    [0x3400, 0x4dbf],
  ])
    kinds.fill(SPACELESS, from, (to ?? 0) + 1)
}

function* range([from, to]: [number, number]): Generator<number> {
  for (let unit = from; unit <= to; unit++) yield unit
}
