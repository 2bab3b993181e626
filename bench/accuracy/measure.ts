import type { Found, Matcher } from './matchers.ts'
import type { Kind, Label, LabelledText, Span } from './texts.ts'

/** Right and wrong answers to a question that has a yes. Ratios are 0–1, null where nothing was asked. */
export type Ratio = { right: number; extra: number; missed: number }
/** Right answers of those asked for. */
export type Share = { right: number; asked: number }

/** `presence`: is the brand in the text, with the whole book tracked? `alone`: the same with no other brand tracked. */
export type Accuracy = {
  texts: number
  presence: Ratio
  alone: Ratio
  spans: Ratio
  order: Share
  listed: Ratio
  sentiment: Share
}

export const precisionOf = ({ right, extra }: Ratio): number | null => ratio(right, right + extra)
export const recallOf = ({ right, missed }: Ratio): number | null => ratio(right, right + missed)
export const f1Of = ({ right, extra, missed }: Ratio): number | null => ratio(2 * right, 2 * right + extra + missed)
export const shareOf = ({ right, asked }: Share): number | null => ratio(right, asked)
const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** What a matcher says of a text: with the whole book tracked, and of each brand with no other one tracked. */
export type Judged = {
  text: LabelledText
  book: ReadonlyMap<string, Found>
  alone: ReadonlyMap<string, Found | undefined>
}

export const judge = (texts: readonly LabelledText[], matcher: Matcher): Judged[] =>
  texts.map((labelled) => {
    const { text, brands } = labelled
    return {
      text: labelled,
      book: new Map(matcher.find(text, brands).map((one) => [one.brand, one])),
      alone: new Map(brands.map((brand) => [brand.name, matcher.find(text, [brand])[0]])),
    }
  })

/** @param kind null: brands of all kinds. @param onMistake told of each wrong answer about presence */
export function measure(
  judged: readonly Judged[],
  kind: Kind | null = null,
  onMistake: (mistake: string) => void = () => {},
): Accuracy {
  const sum: Accuracy = {
    texts: judged.length,
    presence: none(),
    alone: none(),
    spans: none(),
    order: { right: 0, asked: 0 },
    listed: none(),
    sentiment: { right: 0, asked: 0 },
  }
  for (const { text, book, alone } of judged) {
    for (const label of text.labels) {
      if (kind !== null && label.kind !== kind) continue
      const found = book.get(label.brand)
      const spans = spansOf(found, label)
      const inBook = addPresence(sum.presence, label, spans)
      const single = addPresence(sum.alone, label, spansOf(alone.get(label.brand), label))
      if (inBook !== 'right') onMistake(`${text.id} ${label.brand}: ${inBook}`)
      if (single !== 'right') onMistake(`${text.id} ${label.brand}, alone: ${single}`)
      addSpans(sum.spans, label, spans)
      if (found && label.mentions.length > 0 && spans.length > 0) addJudgement(sum, label, found)
    }
    if (kind === null) addOrder(sum.order, text.labels, book)
  }
  return sum
}

const none = (): Ratio => ({ right: 0, extra: 0, missed: 0 })

/** Without those that may be found or not. */
const spansOf = (found: Found | undefined, { ignore }: Label): Span[] =>
  (found?.spans ?? []).filter((span) => !ignore.some(({ start, end }) => start < span.end && span.start < end))

function addPresence(sum: Ratio, { mentions }: Label, spans: readonly Span[]): 'right' | 'extra' | 'missed' {
  const isThere = mentions.length > 0
  if (isThere === spans.length > 0) {
    if (isThere) sum.right += 1
    return 'right'
  }
  const how = isThere ? 'missed' : 'extra'
  sum[how] += 1
  return how
}

function addSpans(sum: Ratio, { mentions }: Label, spans: readonly Span[]): void {
  const isSame = ({ start, end, alts }: Label['mentions'][number], span: Span): boolean =>
    [[start, end] as const, ...alts].some(([from, to]) => from === span.start && to === span.end)
  const right = mentions.filter((mention) => spans.some((span) => isSame(mention, span))).length
  sum.right += right
  sum.missed += mentions.length - right
  sum.extra += spans.length - right
}

/** Of brands that are found: one that is not can be judged by nobody. */
function addJudgement(sum: Accuracy, label: Label, { isListed, sentiment }: Found): void {
  if (label.isListed !== null && isListed !== null) {
    if (label.isListed && isListed) sum.listed.right += 1
    else if (isListed) sum.listed.extra += 1
    else if (label.isListed) sum.listed.missed += 1
  }
  if (label.sentiment !== null && sentiment !== null) {
    sum.sentiment.asked += 1
    if (label.sentiment === sentiment) sum.sentiment.right += 1
  }
}

/** Places by first mention among the brands of the book. */
function addOrder(sum: Share, labels: readonly Label[], found: ReadonlyMap<string, Found>): void {
  const firsts = labels.flatMap((label) => {
    const [first] = spansOf(found.get(label.brand), label)
    return first === undefined ? [] : [{ brand: label.brand, start: first.start }]
  })
  const order = firsts.toSorted((one, other) => one.start - other.start).map(({ brand }) => brand)
  const wanted = labels
    .filter(({ mentions }) => mentions.length > 0)
    .toSorted((one, other) => one.mentions[0]!.start - other.mentions[0]!.start)
  for (const [place, { brand }] of wanted.entries()) {
    sum.asked += 1
    if (order.indexOf(brand) === place) sum.right += 1
  }
}
