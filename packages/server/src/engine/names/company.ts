import type { Candidate } from './candidates.ts'
import { isCapital } from './casing.ts'
import type { Company } from './evidence.ts'
import { isLikeNothingElse } from './likeness.ts'
import type { Structure } from '../reading/structure.ts'
import type { Surroundings } from './surroundings.ts'

type Placed = Candidate & { surroundings: Surroundings }

/** For names that need no support. */
export const NO_COMPANY: Company = {
  isBesideKnown: false,
  isInSentenceWithKnown: false,
  isParallelToKnown: false,
  isWithLikely: false,
  isBehindKnown: false,
  isBehindOwn: false,
  others: 0,
  isSameKnown: false,
  isSameLikely: false,
  isOwnDomainShown: false,
  small: 0,
}

/** Places that are mentions as far as is known, and those that may be. */
type Known = { certain: Placed[]; doubtful: Placed[] }

/** What the mentions that are certain so far say about a doubtful place. */
export function companyOf(
  place: Placed,
  { certain, doubtful }: Known,
  text: string,
  hosts: string,
  small: number,
): Company {
  const { entity } = place.form
  const others = certain.filter((other) => other.form.entity !== entity)
  const same = certain.filter((other) => other.form.entity === entity && other.start !== place.start)
  const slots = slotsOf(place, text)
  return {
    isBesideKnown: others.some((other) => isBeside(place, other, text)),
    isInSentenceWithKnown: others.some(({ start }) => isInside(start, place.surroundings.sentence)),
    isParallelToKnown:
      slots.length > 0 && others.some((other) => slotsOf(other, text).some((slot) => slots.includes(slot))),
    isWithLikely: isWithLikely(place, doubtful, text, slots),
    isBehindKnown: others.some((other) => isDirectlyBehind(place, other, text)),
    isBehindOwn: same.some((other) => isDirectlyBehind(place, other, text)),
    others: new Set(others.map((other) => other.form.entity)).size,
    isSameKnown: same.some(({ form }) => isLikeNothingElse(form.likeness)),
    isSameLikely: same.some(({ form }) => !isLikeNothingElse(form.likeness)),
    small,
    isOwnDomainShown: entity.domains.some((domain) => hosts.includes(` ${domain} `) || hosts.includes(`.${domain} `)),
  }
}

/** "- Notion: docs / - Coda: docs too": two names somebody looks for, set side by side, are hardly two words. */
function isWithLikely(place: Placed, doubtful: Placed[], text: string, slots: string[]): boolean {
  // In a title words are capital too; between commas they are an enumeration ("Chat tools: Drift, Crisp").
  const isCased = ({ surface, surroundings: { casing, gapBefore, gapAfter } }: Placed) =>
    isCapital(surface) &&
    casing !== 'upper' &&
    (casing !== 'title' || gapBefore.startsWith(',') || gapAfter.startsWith(','))
  if (!isCased(place)) return false
  const others = doubtful.filter((other) => other.form.entity !== place.form.entity && isCased(other))
  const places = slots.filter((slot) => slot !== 'label')
  return others.some(
    (other) => isBeside(place, other, text) || slotsOf(other, text).some((slot) => places.includes(slot)),
  )
}

function isDirectlyBehind(place: Placed, { end }: Placed, text: string): boolean {
  return end < place.start && /^[\s*_]{1,3}$/.test(text.slice(end, place.start))
}

/** The hosts of all addresses in an answer, each between spaces. */
export function hostsIn(text: string, structure: Structure): string {
  const addresses = structure.links.map(({ url }) => url)
  for (const { start, end } of [...structure.urls, ...structure.references]) addresses.push(text.slice(start, end))
  const hosts = addresses.flatMap((address) => [...address.matchAll(/(?:\/\/|@|^|\s)((?:[\w-]+\.)+\p{L}{2,})/gu)])
  return ` ${hosts.map(([, host = '']) => host.toLowerCase()).join(' ')} `
}

function isInside(at: number, { start, end }: { start: number; end: number }): boolean {
  return start <= at && at < end
}

/** "Shell and BP", "Away, July, Monos", "Visa/Mastercard": nothing but a connective between them. */
function isBeside(place: Placed, other: Placed, text: string): boolean {
  const [first, second] = place.start < other.start ? [place, other] : [other, place]
  if (second.start - first.end > 40 || second.start < first.end) return false
  const between = text.slice(first.end, second.start)
  const isDirect = /^[\s*_]*$/.test(between)
  return (!isDirect && CONNECTIVE.test(between)) || AFTER_PRODUCT.test(between)
}

const CONNECTIVE =
  /^(?:['’]s)?[\s*_")\]”」]*(?:,|、|，|\/|\||&|·|•|\+)?\s*(?:and|or|vs\.?|versus|than|over|to|with|not|und|oder|y|o|et|ou|e|en|и|или|与|和|或|跟|と|や|over)?[\s*_"([“「]*$/i

/** "Away Aluminum or Monos": the product's own words stand before the connective. */
const AFTER_PRODUCT = /^(?: [\p{Lu}\d][\p{L}\d+-]*){1,3}[*_)]*(?:,| and| or| vs\.?| und| y| et| и)[,\s*_"([]*$/u

/** Positions that make a series: item heads of a list, headings of a level, a table's column, labels before a colon. */
function slotsOf({ start, end, surroundings: { block, opening, casing } }: Placed, text: string): string[] {
  const slots: string[] = []
  const isLabel = /^[*_\s]{0,4}[:：]/.test(text.slice(end, end + 5))
  const isInLabel = casing === 'title' && /^[^.:：\n|]{0,60}[:：]/.test(text.slice(end, end + 62))
  if ((isLabel || isInLabel) && opening !== 'inside') slots.push('label')
  if (block === null) return slots
  const left = text.slice(block.start, start)
  if (block.kind === 'row' && /(?:^|\|)[\s*_[`]*$/.test(left))
    slots.push(`row ${block.listId} ${left.split('|').length}`)
  // "### Best value: Ninja Foodi"
  const isLabelled = /^[^\p{L}]*\p{L}[^:|]{2,40}: ?[*_]*$/u.test(left)
  if (isLabelled && (block.kind === 'item' || block.kind === 'heading'))
    slots.push(`labelled ${block.kind} ${block.depth}`)
  const isHead = /^[^\p{L}]*$/u.test(left) && left.length < 24
  if (isHead && (block.kind === 'item' || block.kind === 'heading'))
    slots.push(`${block.kind} ${block.listId} ${block.depth}`)
  return slots
}
