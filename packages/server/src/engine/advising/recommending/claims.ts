import type { SentimentLexicon } from '../../reading/text/sentiment-lexicon.ts'
import type { Criticism } from './market.ts'

/** A criticism that several answers repeat. */
export type Claim = {
  /** The two words that its writings share, sorted, or the one that they are about: the same whatever else is said. */
  key: string
  /** The same words in the order in which they mostly stand. */
  words: string
  criticism: Criticism[]
}

export const CLAIM = {
  minAnswers: 3,
  /** Told in answers to several questions, or by several platforms: else it may be one page's words. */
  minPlaces: 2,
}
/** A thought has a dozen; a part that is all of a text would pair thousands. */
const WORDS_OF_A_PART = 60
/** Words that stand further apart belong to different thoughts. */
const REACH = 3
const MOST_CLAIMS = 5
/** What is known may be rarer by this factor. */
const KNOWN_LEAD = 0.7

/**
 * Criticisms that recur: pairs of words that stand near each other in the critical parts of several answers, the
 * commonest first; what it explains is taken away before the next one is looked for. Then, of what no pair holds together,
 * what begins with the same thing ("battery", "refunds").
 * @param isKnown whether a key is told already: it then comes before others about as common, to stay the same
 */
export function recurringClaims(
  criticism: readonly Criticism[],
  names: readonly string[],
  isKnown: (key: string) => boolean,
  judging: SentimentLexicon,
  most = MOST_CLAIMS,
): Claim[] {
  const ignored = new Set(names.flatMap((name) => wordsIn(name)))
  // In one order, so that the result does not depend on the order of what is given.
  let left = criticism.toSorted(byAnswer).map((part) => ({ part, pairs: pairsIn(part.text, ignored) }))
  const claims: Claim[] = []
  let isBySubject = false
  while (claims.length < most) {
    const best = commonest(left, isKnown)
    if (!best && isBySubject) break
    if (!best) {
      // What no two words hold together may still be about one thing.
      left = left.map(({ part }) => ({ part, pairs: subjectsIn(part.text, ignored, judging) }))
      isBySubject = true
      continue
    }
    const told = left.filter(({ pairs }) => pairs.has(best))
    claims.push({ key: best, words: writingOf(told, best), criticism: told.map(({ part }) => part) })
    left = left.filter(({ pairs }) => !pairs.has(best))
  }
  return claims
}

/** Two parts of one answer by their words. */
function byAnswer(one: Criticism, other: Criticism): number {
  if (one.answerId !== other.answerId) return one.answerId < other.answerId ? -1 : 1
  return one.text === other.text ? 0 : one.text < other.text ? -1 : 1
}

/** Pairs by key: how they are written, and how far apart their words stand. */
type Pairs = Map<string, { writing: string; distance: number; at: number }>
type Part = { part: Criticism; pairs: Pairs }

function commonest(parts: readonly Part[], isKnown: (key: string) => boolean): string | undefined {
  const byKey = new Map<string, Part[]>()
  for (const part of parts)
    for (const key of part.pairs.keys()) {
      const told = byKey.get(key)
      if (told) told.push(part)
      else byKey.set(key, [part])
    }
  const candidates = [...byKey].flatMap(([key, told]) => {
    const answers = new Set(told.map(({ part }) => part.answerId)).size
    const prompts = new Set(told.map(({ part }) => part.promptId)).size
    const platforms = new Set(told.map(({ part }) => part.platform)).size
    const isClaim = answers >= CLAIM.minAnswers && Math.max(prompts, platforms) >= CLAIM.minPlaces
    return isClaim
      ? [
          {
            key,
            answers: isKnown(key) ? answers / KNOWN_LEAD : answers,
            near: meanOf(told, key, 'distance'),
            at: meanOf(told, key, 'at'),
          },
        ]
      : []
  })
  return candidates.toSorted(
    (one, other) =>
      other.answers - one.answers || one.near - other.near || one.at - other.at || (one.key < other.key ? -1 : 1),
  )[0]?.key
}

const meanOf = (told: readonly Part[], key: string, what: 'distance' | 'at'): number =>
  told.reduce((sum, { pairs }) => sum + (pairs.get(key)?.[what] ?? 0), 0) / told.length

function writingOf(told: readonly Part[], key: string): string {
  const writings = Map.groupBy(
    told.map(({ pairs }) => pairs.get(key)?.writing ?? key),
    (writing) => writing,
  )
  const [first] = [...writings].toSorted(
    ([one, ones], [other, others]) => others.length - ones.length || (one < other ? -1 : 1),
  )
  return first?.[0] ?? key
}

function pairsIn(text: string, ignored: ReadonlySet<string>): Pairs {
  const words = wordsIn(text)
    .filter((word) => !ignored.has(word) && !isFiller(word))
    .slice(0, WORDS_OF_A_PART)
  const pairs: Pairs = new Map()
  words.forEach((word, at) => {
    for (let distance = 1; distance <= REACH; distance++) {
      const other = words[at + distance]
      if (other === undefined || other === word) continue
      const key = [word, other].toSorted().join(' ')
      if (!pairs.has(key)) pairs.set(key, { writing: `${word} ${other}`, distance, at })
    }
  })
  return pairs
}

/**
 * What a criticism is about: the first word in it that neither judges nor fits anything. Its writings ("reports",
 * "reporting") are one.
 */
function subjectsIn(text: string, ignored: ReadonlySet<string>, judging: SentimentLexicon): Pairs {
  const words = wordsIn(text)
  const at = words.findIndex(
    (word) => !ignored.has(word) && !isFiller(word) && !anything.has(word) && !isJudging(word, judging),
  )
  const word = words[at]
  return word === undefined ? new Map() : new Map([[stemOf(word), { writing: word, distance: 0, at }]])
}

/** Of a word without an end no more begins a stem. */
const LONGEST_STEM = 40

function isJudging(word: string, { words, stems }: SentimentLexicon): boolean {
  if (words.has(word)) return true
  for (let length = 3; length <= Math.min(word.length, LONGEST_STEM); length++)
    if (stems.has(word.slice(0, length))) return true
  return false
}

/** Enough of a stem that "deliveries", "delivery" and "delivering" meet; not a linguist's. */
const stemOf = (word: string): string =>
  word.length < 5
    ? word
    : word
        .replace(/(?:ies|ie|y)$/, 'i')
        .replace(/(?:ings?|ed|es|e)$/, '')
        .replace(/(.)\1$/, '$1')

/** Lower case; a final s after a consonant or e is dropped, which makes most plurals one with their singular. */
const wordsIn = (text: string): string[] =>
  [...text.matchAll(/\p{L}[\p{L}\p{M}'’-]*/gu)].map(([word]) =>
    word
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/'s$/, '')
      .replace(/(?<=[^aious'])s$/, ''),
  )

const isFiller = (word: string): boolean => word.length < 3 || fillers.has(word)

/** Words that carry no thought of their own, in the four languages that prompts are suggested in. */
const fillers = new Set(
  `the and but for with without that this these those its it's their there they them you your our from into over than then when while which who what how why
  are was were been being has have had does did can could may might will would should not nor any all some many more most much very quite rather just only also even still too
  about after before because although though however yet such other another same each every few several make made get got one two per via lot lately often usually sometimes
  user customer reviewer people team say said report mention note complain point
  der die das den dem des ein eine einen einem einer und oder aber für mit ohne von vom zum zur bei auf aus nach über unter auch nur noch sehr mehr sich ist sind war wird werden kann können hat haben nicht kein keine dass als wie wenn man
  les des une est sont pas plus pour avec sans dans sur par que qui mais peut être très aussi leur leurs ses son cette
  los las una uno con sin por para que como más muy pero puede ser son del sus este esta`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Words that a criticism of anything may begin with. */
const anything = new Set(
  'tool app product service platform software feature option system company brand new old first small large big latest number lack lacking missing reported some several need needing two three free'.split(
    ' ',
  ),
)
