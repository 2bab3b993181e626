import type { EntityNames } from './matcher.ts'
import { isCapital } from './casing.ts'
import type { Lexicon } from './lexicon.ts'
import { gather, type Crowd, type Neighbour, type Placed } from './crowd.ts'
import type { CoMentions } from './evidence.ts'
import type { TextFacts } from './text-facts.ts'
import type { Structure } from '../text/block.ts'

/** For names that need no support. */
export const NO_CO_MENTIONS: CoMentions = {
  isBesideKnown: false,
  isInSentenceWithKnown: false,
  isParallelToKnown: false,
  isLabelAsKnown: false,
  isWithLikely: false,
  isBehindKnown: false,
  isBehindOwn: false,
  isDescribingKnown: false,
  others: 0,
  isSameKnown: false,
  isOwnDomainShown: false,
  small: 0,
  isCapitalElsewhere: false,
  isHeadElsewhere: false,
  isToldElsewhere: false,
}

/** What is said of each doubtful place, in their order, by the mentions that are `certain` and by the other doubtful ones. */
export function readCoMentions(
  text: string,
  structure: Structure,
  doubtful: Neighbour[],
  certain: Neighbour[],
  { casing }: TextFacts,
  lexicon: Lexicon,
): CoMentions[] {
  const known = gather(certain)
  const likely = gather(doubtful.filter(({ place }) => isCased(place, casing)))
  const isOwnDomainShown = domainReader(text, structure)
  const small = new Map<EntityNames, number>()
  const [capitals, heads, told]: [Places, Places, Places] = [new Map(), new Map(), new Map()]
  const alone = doubtful.map(({ place, slots }) => {
    const { entity } = place.form
    const { opening, casing: unit } = place.surroundings
    const isCapitalHere = isCapital(place.surface)
    const isBesideKnown = isBesideOther(known, place, text)
    const series = slots.filter((slot) => slot !== 'label')
    const isParallelToKnown = series.some((slot) => known.isOtherInSlot(slot, entity))
    if (casing === 'mixed' && isSmall(place)) small.set(entity, (small.get(entity) ?? 0) + 1)
    if (isCapitalHere && opening === 'inside' && unit === 'sentence') add(capitals, place)
    if (isCapitalHere && series.length > 0) add(heads, place)
    if (isCapitalHere && (isBesideKnown || isParallelToKnown || isActing(place, lexicon))) add(told, place)
    return {
      isBesideKnown,
      isInSentenceWithKnown: known.isOtherStartingIn(place.surroundings.sentence, entity),
      isParallelToKnown,
      isLabelAsKnown: slots.length > series.length && known.isOtherInSlot('label', entity),
      // "- Notion: docs / - Coda: docs too": two names somebody looks for, set side by side, are hardly two words.
      isWithLikely:
        isCased(place, casing) &&
        (isBesideOther(likely, place, text) || series.some((slot) => likely.isOtherInSlot(slot, entity))),
      isBehindKnown: known.othersEnding(place.start - 3, place.start - 1, entity).some(isDirectlyBefore(place, text)),
      isBehindOwn: known.ownEnding(place.start - 3, place.start - 1, entity).some(isDirectlyBefore(place, text)),
      isDescribingKnown: known.othersEnding(place.start - 6, place.start - 1, entity).some(isLabelOf(place, text)),
      others: known.countOthers(entity),
      isSameKnown: known.has(entity),
      isOwnDomainShown: isOwnDomainShown(entity),
    }
  })
  return alone.map((company, at) => {
    const { place } = doubtful[at]!
    return {
      ...company,
      small: small.get(place.form.entity) ?? 0,
      isCapitalElsewhere: isElsewhere(capitals, place),
      isHeadElsewhere: isElsewhere(heads, place),
      isToldElsewhere: isElsewhere(told, place),
    }
  })
}

const isSmall = ({ surface }: Placed): boolean => surface === surface.toLowerCase() && surface !== surface.toUpperCase()

const isActing = ({ surroundings: { gapAfter, after } }: Placed, lexicon: Lexicon): boolean =>
  gapAfter === ' ' && lexicon.companyVerbs.has(after)

/** The first offset of each entity and the last: another one than a given offset is one of the two. */
type Places = Map<EntityNames, { first: number; last: number }>

function add(places: Places, { form, start }: Placed) {
  places.set(form.entity, { first: places.get(form.entity)?.first ?? start, last: start })
}

function isElsewhere(places: Places, { form, start }: Placed): boolean {
  const known = places.get(form.entity)
  return known !== undefined && (known.first !== start || known.last !== start)
}

/** In a title words are capital too; between commas they are an enumeration ("Chat tools: Drift, Crisp"). */
function isCased(
  { surface, surroundings: { casing, gapBefore, gapAfter } }: Placed,
  ofText: TextFacts['casing'],
): boolean {
  if (ofText === 'small') return true
  return (
    isCapital(surface) &&
    casing !== 'upper' &&
    (casing !== 'title' || gapBefore.startsWith(',') || gapAfter.startsWith(','))
  )
}

const isDirectlyBefore =
  (place: Placed, text: string) =>
  ({ end }: { end: number }): boolean =>
    /^[\s*_]{1,3}$/.test(text.slice(end, place.start))

const isLabelOf =
  (place: Placed, text: string) =>
  ({ end }: { end: number }): boolean =>
    LABEL.test(text.slice(end, place.start))

/** Between a name and its description. */
export const LABEL = /^[*_)\]]{0,3}\s?[:：–—-][\s*_]{0,3}$/

/** Whether an address in the answer lies at a domain of the entity's; each entity is looked up once. */
function domainReader(text: string, structure: Structure): (entity: EntityNames) => boolean {
  const hosts = hostsIn(text, structure)
  const known = new Map<EntityNames, boolean>()
  return (entity) => {
    const answer = known.get(entity) ?? entity.domains.some((domain) => hosts.has(domain))
    known.set(entity, answer)
    return answer
  }
}

/** More is no host name (RFC 1035). */
const LONGEST_HOST = 253

/** The hosts of all addresses in an answer, and what each lies under: `docs.acme.com`, `acme.com`, `com`. */
function hostsIn(text: string, structure: Structure): Set<string> {
  const addresses = structure.links.map(({ url }) => url)
  for (const { start, end } of [...structure.urls, ...structure.references]) addresses.push(text.slice(start, end))
  const hosts = new Set<string>()
  for (const address of addresses) {
    for (const [, found = ''] of address.matchAll(/(?:\/\/|@|^|\s)((?:[\w-]+\.)+\p{L}{2,})/gu)) {
      if (found.length > LONGEST_HOST) continue
      let host = found.toLowerCase()
      // What a host lies under is known with it.
      while (!hosts.has(host)) {
        hosts.add(host)
        host = host.slice(host.indexOf('.') + 1)
      }
    }
  }
  return hosts
}

/** "Shell and BP", "Away, July, Monos", "Visa/Mastercard": nothing but a connective between them. */
function isBesideOther(crowd: Crowd, { start, end, form: { entity } }: Placed, text: string): boolean {
  return (
    crowd.othersEnding(start - FURTHEST, start, entity).some((other) => isConnective(text.slice(other.end, start))) ||
    crowd.othersStarting(end, end + FURTHEST, entity).some((other) => isConnective(text.slice(end, other.start)))
  )
}

/** Units between two names that stand beside each other. */
const FURTHEST = 40

function isConnective(between: string): boolean {
  return (!/^[\s*_]*$/.test(between) && CONNECTIVE.test(between)) || AFTER_PRODUCT.test(between)
}

const CONNECTIVE =
  /^(?:['’]s)?[\s*_")\]”」]*(?:,|、|，|\/|\||&|·|•|\+)?\s*(?:and|or|vs\.?|versus|than|over|to|with|not|und|oder|y|o|et|ou|e|en|и|или|与|和|或|跟|と|や|over)?[\s*_"([“「]*$/i

/** "Away Aluminum or Monos": the product's own words stand before the connective. */
const AFTER_PRODUCT = /^(?: [\p{Lu}\d][\p{L}\d+-]*){1,3}[*_)]*(?:,| and| or| vs\.?| und| y| et| и)[,\s*_"([]*$/u
