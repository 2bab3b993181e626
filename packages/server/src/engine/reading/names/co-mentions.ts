import type { EntityNames } from './matcher.ts'
import { isCapital } from './casing.ts'
import { gather, type Crowd, type Neighbour, type Placed } from './crowd.ts'
import type { CoMentions } from './evidence.ts'
import type { Structure } from '../text/block.ts'

/** For names that need no support. */
export const NO_CO_MENTIONS: CoMentions = {
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

/**
 * What the mentions that are certain so far say about a doubtful place: given the doubtful places once, then those that
 * are certain in a round, then a place.
 */
export function coMentionsReader(
  text: string,
  structure: Structure,
  doubtful: Neighbour[],
): (certain: Neighbour[]) => (neighbour: Neighbour) => CoMentions {
  const small = countSmall(doubtful)
  const likely = gather(doubtful.filter(({ place }) => isCased(place)))
  const isOwnDomainShown = domainReader(text, structure)
  return (certain) => {
    const known = gather(certain)
    return ({ place, slots }) => {
      const { entity } = place.form
      return {
        isBesideKnown: isBesideOther(known, place, text),
        isInSentenceWithKnown: known.isOtherStartingIn(place.surroundings.sentence, entity),
        isParallelToKnown: slots.some((slot) => known.isOtherInSlot(slot, entity)),
        // "- Notion: docs / - Coda: docs too": two names somebody looks for, set side by side, are hardly two words.
        isWithLikely:
          isCased(place) &&
          (isBesideOther(likely, place, text) ||
            slots.some((slot) => slot !== 'label' && likely.isOtherInSlot(slot, entity))),
        isBehindKnown: known.othersEnding(place.start - 3, place.start - 1, entity).some(isDirectlyBefore(place, text)),
        isBehindOwn: known.ownEnding(place.start - 3, place.start - 1, entity).some(isDirectlyBefore(place, text)),
        others: known.countOthers(entity),
        isSameKnown: known.isNamedElsewhere(entity, place.start, 'plain'),
        isSameLikely: known.isNamedElsewhere(entity, place.start, 'doubtful'),
        small: small.get(entity) ?? 0,
        isOwnDomainShown: isOwnDomainShown(entity),
      }
    }
  }
}

export const areSameCoMentions = (one: CoMentions, other: CoMentions): boolean =>
  (Object.keys(one) as (keyof CoMentions)[]).every((key) => one[key] === other[key])

/** Places in small letters, by entity. */
function countSmall(doubtful: Neighbour[]): Map<EntityNames, number> {
  const counts = new Map<EntityNames, number>()
  for (const { place } of doubtful) {
    const { form, surface } = place
    if (surface === surface.toLowerCase()) counts.set(form.entity, (counts.get(form.entity) ?? 0) + 1)
  }
  return counts
}

/** In a title words are capital too; between commas they are an enumeration ("Chat tools: Drift, Crisp"). */
function isCased({ surface, surroundings: { casing, gapBefore, gapAfter } }: Placed): boolean {
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
