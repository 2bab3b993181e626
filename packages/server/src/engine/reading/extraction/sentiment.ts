import { BLAME_SPACELESS, PRAISE_SPACELESS } from '../text/sentiment-words.ts'
import { prosAndCons } from '../text/pros-and-cons.ts'
import { entriesOf, type SentimentLexicon, type Weight } from '../text/sentiment-lexicon.ts'
import type { Sentiment } from '../../scoring/cells.ts'
import type { Passage } from './passages.ts'
import type { Range } from '../text/range.ts'

export type Sentiments = {
  /** In the order of the passages; `weights`: the praise and blame that made each. */
  mentions: Sentiment[]
  weights: Weight[]
  /** By entity id: what the whole answer says of it. */
  entities: Map<string, Sentiment>
}

/**
 * Judges by the words in the part of the answer that is about an entity: praise and blame, turned round by a negation,
 * and the two sides of a comparison. Linear in text and mentions.
 */
export function sentimentsOf(text: string, passages: Passage[], lexicon: SentimentLexicon): Sentiments {
  if (passages.length === 0) return { mentions: [], weights: [], entities: new Map() }
  const weightOf = weigher(text, passages, lexicon)
  const byEntity = new Map<string, Passage[]>()
  for (const passage of passages) {
    const own = byEntity.get(passage.mention.entityId)
    if (own === undefined) byEntity.set(passage.mention.entityId, [passage])
    else own.push(passage)
  }
  const weights = passages.map((passage) => weightOf([passage]))
  return {
    mentions: weights.map(verdict),
    weights,
    entities: new Map([...byEntity].map(([entityId, own]) => [entityId, verdict(weightOf(own))])),
  }
}

/** By passage: whether words speak for both sides, or too weak ones for any verdict. */
export function doubtfulSentiments(text: string, passages: Passage[], lexicon: SentimentLexicon): boolean[] {
  if (passages.length === 0) return []
  const weightOf = weigher(text, passages, lexicon)
  return passages.map((passage) => {
    const weight = weightOf([passage])
    const isTwoSided = weight.praise > 0 && weight.blame > 0
    return isTwoSided || (verdict(weight) === 'neutral' && weight.praise + weight.blame > 0)
  })
}

/** Sums of praise and blame over any of the passages, each word counted once. */
function weigher(text: string, passages: Passage[], lexicon: SentimentLexicon): (own: Passage[]) => Weight {
  const tally = weigh(
    text,
    passages.map(({ mention }) => mention),
    lexicon,
  )
  const sides = new Map(passages.map((passage) => [passage, compared(text, passage)]))
  return (own) => {
    // What is said in a clause where the entity is the worse one ("Unlike Notion, Asana is fast") praises the other.
    const judged = own.filter((passage) => passage.heads !== null || sides.get(passage)?.blame !== 1)
    return settled(
      addUp([
        ...merged(judged.map(({ about }) => about)).map(tally),
        ...own.flatMap((passage) => sides.get(passage) ?? []),
      ]),
    )
  }
}

/** What a text says of whatever it is about. `names`: ranges that are no lexicon words ("Best Buy"), in order. */
export const sentimentOf = (text: string, names: Range[], lexicon: SentimentLexicon): Sentiment =>
  verdict(settled(weigh(text, names, lexicon)({ start: 0, end: text.length })))

/** Weak words alone (½ each) make no verdict; the lesser side must hold a quarter to make it mixed. */
export function verdict({ praise, blame }: Weight): Sentiment {
  if (praise < 1 && blame < 1) return 'neutral'
  if (blame < 1) return 'positive'
  const share = blame / (praise + blame)
  if (share < 0.25) return 'positive'
  return share > 0.7 ? 'negative' : 'mixed'
}

/** `drawbacks`: blame that the answer sets apart, as a point under "Cons" or a clause behind "but". */
type Tally = Weight & { drawbacks: number }

const addUp = (weights: (Weight & Partial<Tally>)[]): Tally =>
  weights.reduce<Tally>(
    (sum, { praise, blame, drawbacks = 0 }) => ({
      praise: sum.praise + praise,
      blame: sum.blame + blame,
      drawbacks: sum.drawbacks + drawbacks,
    }),
    { praise: 0, blame: 0, drawbacks: 0 },
  )

/** A drawback that is set apart weighs a quarter of both at least: among ten words of praise it is the other side still. */
function settled({ praise, blame, drawbacks }: Tally): Weight {
  return { praise, blame: drawbacks > 0 ? Math.max(blame, 1, Math.ceil((2 * praise) / 3) / 2) : blame }
}

function merged(ranges: Range[]): Range[] {
  const result: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else result.push({ ...range })
  }
  return result
}

const losesBefore =
  /(?:\b(?:than|unlike|over|instead of|compared (?:to|with)|migrat\w+ from|switch\w+ from|avoid|rather than|not recommend|als|statt|gegenüber|plutôt que|contrairement à|en lugar de|a diferencia de|чем|в отличие от)|不推荐|比起)\s?(?:an?\s|the\s)?[*_"“[]*$/iu
const winsBefore =
  /(?:\b(?:recommend|pick|choose|go with|opt for|start with|take an?|empfehle|recommande|recomiendo|рекомендую)|推荐)\s?(?:the\s)?[*_"“[]*$/iu
const losesAfter = /^[*_"”\]]*\s(?:is|are)\s(?:usually\s|often\s|much\s)?(?:pricier|slower|worse|more expensive)\b/iu
const winsAfter =
  /^[*_"”\]]*(?:\s[\p{L}\d-]{1,20})?\s(?:beats|outperforms|outsells|outsold|is (?:much |usually |often )?(?:better|faster|cheaper|easier|more \p{L}+) than)\b/iu

/** The side of a comparison that the mention is on, by the words next to it. */
function compared(text: string, { mention }: Passage): Weight {
  const before = text.slice(Math.max(0, mention.start - 40), mention.start)
  const after = text.slice(mention.end, mention.end + 60)
  const praise = winsAfter.test(after) || (winsBefore.test(before) && !losesBefore.test(before)) ? 1 : 0
  const blame = losesBefore.test(before) || losesAfter.test(after) ? 1 : 0
  return { praise, blame }
}

/** Sums of praise and blame over any range, after one pass over the text. Names ("Best Buy") do not count. */
function weigh(text: string, names: Range[], lexicon: SentimentLexicon): (range: Range) => Tally {
  const hits = findWords(text, names, lexicon)
  const sums: Tally[] = [addUp([])]
  for (const hit of hits) sums.push(addUp([sums.at(-1)!, hit]))
  return ({ start, end }) => {
    const from = sums[firstFrom(hits, start)]!
    const until = sums[firstFrom(hits, end)]!
    return {
      praise: until.praise - from.praise,
      blame: until.blame - from.blame,
      drawbacks: until.drawbacks - from.drawbacks,
    }
  }
}

function firstFrom(hits: { start: number }[], offset: number): number {
  let [low, high] = [0, hits.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((hits[middle]?.start ?? Infinity) < offset) low = middle + 1
    else high = middle
  }
  return low
}

type Hit = Tally & { start: number }

function findWords(text: string, names: Range[], lexicon: SentimentLexicon): Hit[] {
  const tokens = [...text.matchAll(/\p{L}[\p{L}\p{M}]*(?:['’-][\p{L}\p{M}]+)*/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase().replaceAll('’', "'"),
    start: index,
  }))
  const hits: Hit[] = []
  let name = 0
  for (let at = 0; at < tokens.length; at++) {
    const { start } = tokens[at] ?? { start: 0 }
    while (name < names.length && (names[name]?.end ?? 0) <= start) name++
    if ((names[name]?.start ?? Infinity) <= start) continue
    const found = longestPhrase(lexicon, tokens, at)
    if (found === null) continue
    const weight = isNegated(lexicon, tokens, at, text) ? turned(found.weight) : found.weight
    hits.push({ start, ...weight, drawbacks: 0 })
    at += found.length - 1
  }
  const inOrder = [...hits, ...spaceless(text)].toSorted((a, b) => a.start - b.start)
  return withDrawbacks(text, inSides(text, inOrder))
}

/** What stands under "Pros" and "Cons" counts by its points, whatever their words: "Cons: very comfortable, but bulky" is blame. */
function inSides(text: string, hits: Hit[]): Hit[] {
  const sides = prosAndCons(text)
  if (sides.length === 0) return hits
  let at = 0
  const outside = hits.filter(({ start }) => {
    while (at < sides.length && sides[at]!.end <= start) at += 1
    return (sides[at]?.start ?? Infinity) > start
  })
  const points = sides.flatMap(({ side, parts }) =>
    parts.map(({ start }) => ({ start, praise: 0, blame: 0, drawbacks: side === 'blame' ? 1 : 0, [side]: 1 })),
  )
  return [...outside, ...points].toSorted((a, b) => a.start - b.start)
}

/** Where an answer takes something back. A comma stands before most of them: "nothing but praise" takes nothing back. */
const TAKING_BACK =
  /(?:[,;(–—]\s?(?:but|though|although|albeit|yet|aber|allerdings|jedoch|doch|obwohl|mais|cependant|bien que|pero|aunque|mas|porém|embora|però|ma|anche se|maar|hoewel|ale|lecz|choć|ama|ancak|fakat|men|dock|но|хотя|однако|لكن|ولكن|लेकिन|पर|मगर)(?![\p{L}\p{M}])|(?<![\p{L}])(?:however|on the downside|allerdings|cependant|toutefois|sin embargo|no entanto|contudo|tuttavia|echter|jednak|niestety|tyvärr|однако|하지만|다만|그러나)(?![\p{L}])|(?<=지만|으나|는데) |⚠️|ただし|しかし|一方で|が、|けど、|但是|不过|，但|然而)/giu
const SENTENCE_END = /[.!?。！？](?:\s|$|(?=\p{Lu}))|\n|\|/gu

/**
 * Blame behind "but" and the like is a drawback that the answer sets apart. Where only one side of it has a judging word, the
 * other side is the opposite: "a plush ride, but the gaps collect gravel"; where neither has, one praises and one blames.
 * Linear in the text.
 */
function withDrawbacks(text: string, hits: Hit[]): Hit[] {
  const found = hits.map((hit) => ({ ...hit }))
  const told: Hit[] = []
  let until = 0
  for (const { 0: word, index } of text.matchAll(TAKING_BACK)) {
    if (index < until) continue
    const from = sentenceStart(text, until, index)
    SENTENCE_END.lastIndex = index + word.length
    until = SENTENCE_END.exec(text)?.index ?? text.length
    const behind = found.slice(firstFrom(found, index), firstFrom(found, until))
    const before = addUp(found.slice(firstFrom(found, from), firstFrom(found, index)))
    const after = addUp(behind)
    for (const hit of behind) if (hit.blame > 0) hit.drawbacks = 1
    const isUntold = before.praise + before.blame === 0 && index - from > SHORTEST_SIDE
    if (isUntold && (behind.length === 0 || after.blame > after.praise))
      told.push({ start: from, praise: 1, blame: 0, drawbacks: 0 })
    if (behind.length === 0 && (isUntold || before.praise > before.blame))
      told.push({ start: index, praise: 0, blame: 1, drawbacks: 1 })
  }
  return told.length === 0 ? found : [...found, ...told].toSorted((one, other) => one.start - other.start)
}

/** "However, …" has no side of its own before it. */
const SHORTEST_SIDE = 8

/** Where the sentence begins that an offset lies in; `least`: it begins no earlier. */
function sentenceStart(text: string, least: number, offset: number): number {
  const before = text.slice(Math.max(least, offset - 400), offset)
  const end = Math.max(
    before.lastIndexOf('. '),
    before.lastIndexOf('\n'),
    before.lastIndexOf('。'),
    before.lastIndexOf('|'),
  )
  return offset - before.length + end + 1
}

/** "Not bad" is faint praise, "not great" is blame. */
function turned({ praise, blame }: Weight): Weight {
  return { praise: blame / 2, blame: praise }
}

type Token = { word: string; start: number }
function longestPhrase(
  lexicon: SentimentLexicon,
  tokens: Token[],
  at: number,
): { weight: Weight; length: number } | null {
  const word = tokens[at]?.word ?? ''
  const entries = [...(lexicon.words.get(word) ?? [])]
  for (let length = 3; length <= Math.min(word.length, 16); length++)
    entries.push(...(lexicon.stems.get(word.slice(0, length)) ?? []))
  let best: { weight: Weight; length: number } | null = null
  for (const { rest, weight } of entries) {
    if (!rest.every((expected, offset) => matches(tokens[at + 1 + offset]?.word ?? '', expected))) continue
    if (best === null || rest.length + 1 > best.length) best = { weight, length: rest.length + 1 }
  }
  return best
}

function matches(word: string, expected: string): boolean {
  return expected.endsWith('*') ? word.startsWith(expected.slice(0, -1)) : word === expected
}

function isNegated({ negations, exceptions }: SentimentLexicon, tokens: Token[], at: number, text: string): boolean {
  for (let back = 1; back <= 3; back++) {
    const token = tokens[at - back]
    if (
      token === undefined ||
      /[.,;:!?\n|]/.test(text.slice(token.start + token.word.length, tokens[at - back + 1]?.start))
    )
      return false
    const isFew = token.word === 'few' && tokens[at - back - 1]?.word === 'a'
    if (negations.has(token.word) && !isFew) return !exceptions.has(tokens[at - back + 1]?.word ?? '')
  }
  return false
}

function spaceless(text: string): Hit[] {
  if (!/[\u3040-\u30ff\u4e00-\u9fff]/.test(text)) return []
  const blame = entriesOf(BLAME_SPACELESS)
  const words = [...blame, ...entriesOf(PRAISE_SPACELESS)].toSorted((a, b) => b.length - a.length)
  return [...text.matchAll(new RegExp(words.join('|'), 'gu'))].map(({ 0: word, index }) => {
    const isBlame =
      blame.includes(word) ||
      /^(?:く|では|し)?(?:ない|ません|なかった)/u.test(text.slice(index + word.length, index + word.length + 8))
    return { start: index, praise: isBlame ? 0 : 1, blame: isBlame ? 1 : 0, drawbacks: 0 }
  })
}
