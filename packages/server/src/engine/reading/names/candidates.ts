import { scan } from './scan.ts'
import type { Matcher, Pattern } from './matcher.ts'
import { endingLength } from './endings.ts'
import type { Range } from '../text/range.ts'
import type { Layout } from './layout.ts'

/** A place where a name is written, before it is judged whether the entity is meant. */
export type Candidate = Range & { form: Pattern; surface: string }

/** Names as written outside code, addresses and source lists, the longest at each place; in reading order. */
export function findCandidates(text: string, hits: readonly number[], layout: Layout, matcher: Matcher): Candidate[] {
  const candidates: Candidate[] = []
  for (let at = 0; at < hits.length; at += 3) {
    const start = hits[at] ?? 0
    const end = hits[at + 1] ?? 0
    for (const form of matcher.forms[hits[at + 2] ?? 0] ?? []) {
      const candidate = asWritten(text, start, end, form)
      if (candidate === null || !isOpen(text, candidate, layout)) continue
      if (isInOneLine(text, candidate) || isWrapped(text, candidate, layout)) candidates.push(candidate)
    }
  }
  return longest(candidates)
}

/** Where names may be written: start, end and key of each, one after the other. */
export const findHits = (text: string, matcher: Matcher): number[] => scan(text, matcher.automaton, endingLength)

/** Null when the writing does not fit the form: missing capitals, another case, an ending it needs or cannot have. */
function asWritten(text: string, start: number, matched: number, form: Pattern): Candidate | null {
  const { spelling, entity } = form
  const ending = /[\p{L}\p{N}\p{M}]/u.test(text.charAt(matched)) ? endingLength(text, start, matched) : 0
  if (spelling.needsEnding && ending <= 0) return null
  // A plural s is no part of the name; a case ending is part of the word.
  const isInflected = ending > 0 && /\p{Script=Cyrillic}/u.test(text.charAt(matched))
  const end = isInflected ? matched + ending : matched
  const surface = text.slice(start, end)
  const bare = text.slice(start, matched)
  if (isOtherAbbreviation(form, bare)) return null
  if (spelling.needsCapitals && capitals(bare) < capitals(spelling.text)) return null
  if (entity.caseSensitive && form.role !== 'excluded' && !isSameCase(bare, spelling.text)) return null
  return { form, start, end, surface }
}

/** "a DM" is not the shop that calls itself dm; longer names are put in capitals for stress. */
function isOtherAbbreviation({ role, entered }: Pattern, written: string): boolean {
  return role !== 'excluded' && /^\p{Ll}{2,3}$/u.test(entered) && /^\p{Lu}+$/u.test(written)
}

function capitals(text: string): number {
  return text.match(/(?<![\p{L}\p{N}])\p{Lu}/gu)?.length ?? 0
}

function isSameCase(written: string, entered: string): boolean {
  const letters = (text: string) => text.normalize('NFD').replaceAll(/[^\p{L}\p{N}]/gu, '')
  return letters(written) === letters(entered)
}

function isOpen(text: string, candidate: Candidate, { closed, urls }: Layout): boolean {
  if (isPartOfIdentifier(text, candidate) || closed.isTouched(candidate)) return false
  const around = urls.touching(candidate)
  if (candidate.form.role === 'domain' && around.length === 0) return isDomainAsName(text, candidate)
  return around.every((range) => isNameOfSite(text, candidate, range))
}

const isInOneLine = (text: string, { start, end }: Range): boolean => !text.slice(start, end).includes('\n')

/**
 * A line that was broken to fit its width goes on in the next. Not so where the name begins its line, which may be one of
 * a list without marks ("Acme⏎Analytics"), or ends in a colon: then the second line has a label of its own.
 */
function isWrapped(text: string, { start, end }: Range, { blocks }: Layout): boolean {
  const block = blocks.innermostAround({ start, end })
  if (block === null || !['paragraph', 'item', 'quote'].includes(block.kind)) return false
  const from = Math.max(block.start, start - LINE)
  const line = text.slice(Math.max(from, from + text.slice(from, start).lastIndexOf('\n') + 1), start)
  const space = line.search(/\s\S{0,3}$/u)
  return space > 0 && /\p{L}/u.test(line.slice(0, space)) && !/^[*_]{0,2}\s?[:：|]/.test(text.slice(end, end + 4))
}

/** Units of a line that are looked at before a name. */
const LINE = 240

/** snake_case, a path, a handle's or file's ending: the name is part of something written for machines. */
function isPartOfIdentifier(text: string, { start, end }: Range): boolean {
  const left = text.slice(Math.max(0, start - 2), start)
  const right = text.slice(end, end + 3)
  if (/[\p{L}\p{N}]_$/u.test(left) || /^_[\p{L}\p{N}]/u.test(right)) return true
  if (/[\p{L}\p{N}-]\.\p{Ll}{2,}\/\S*$/u.test(text.slice(Math.max(0, start - 80), start))) return true
  if (/(?:^|[^<])\/$/.test(left) && /^(?:\/|\.\w)/.test(right)) return true
  if (isInAddress(text, start, end)) return true
  return /^\.(?:py|js|ts|rb|go|sh|md|txt|csv|json|yml|yaml|xml|exe|dll|jar|png|jpg|pdf)\b/.test(
    text.slice(end, end + 6),
  )
}

/** "shopify.com/pricing", "amazon.co.uk": a name in small letters with a domain's ending, or any with a path. */
function isInAddress(text: string, start: number, end: number): boolean {
  const ending =
    /^\.(?:com|net|org|io|ai|app|co|dev|de|fr|ru|uk|jp|cn|in|es|it|nl|so|me|tv|gg|us|eu|ch|at|info|biz|shop|store)(?![\p{L}\d-])(?:\.\p{Ll}{2}\b)?(\/\S)?/u
  const [address, path] = ending.exec(text.slice(end, end + 20)) ?? []
  return address !== undefined && (path !== undefined || !/\p{Lu}/u.test(text.slice(start, end)))
}

/** "Booking.com" is a name; "see booking.com" with a lower-case letter is an address, unless the name is entered so. */
function isNameOfSite(text: string, candidate: Candidate, url: Range): boolean {
  if (candidate.start !== url.start) return false
  const address = text.slice(url.start, url.end)
  if (/[/@:?#]/.test(address) || /^www\./i.test(address)) return false
  if (candidate.form.role !== 'domain' && candidate.end >= url.end) return true
  return isDomainAsName(text, candidate) && candidate.end >= url.end
}

function isDomainAsName(text: string, { start, form }: Candidate): boolean {
  return /\p{Lu}/u.test(text.charAt(start)) || form.entered === form.entity.name
}

/**
 * At each place only the longest name. A shorter one inside it counts too when both belong to one owner by their
 * domains ("Google" in "Google Maps" of maps.google.com).
 */
function longest(candidates: Candidate[]): Candidate[] {
  const sorted = candidates.toSorted((a, b) => a.start - b.start || b.end - a.end)
  const kept: Candidate[] = []
  /** The furthest end of those kept up to each. */
  const furthest: number[] = []
  for (const candidate of sorted) {
    let rivalAt = kept.length - 1
    while (rivalAt >= 0 && (furthest[rivalAt] ?? 0) > candidate.start && (kept[rivalAt]?.end ?? 0) <= candidate.start)
      rivalAt--
    const rival = (furthest[rivalAt] ?? 0) > candidate.start ? kept[rivalAt] : undefined
    if (rival?.form.entity === candidate.form.entity && rival.start === candidate.start && rival.end === candidate.end)
      continue
    const isSamePlace = rival?.start === candidate.start && rival.end === candidate.end
    const isKept =
      rival === undefined ||
      (rival.form.role !== 'excluded' && (isSamePlace || isOfSameOwner(candidate.form, rival.form)))
    if (isKept) {
      kept.push(candidate)
      furthest.push(Math.max(candidate.end, furthest.at(-1) ?? 0))
    } else if (candidate.form.role === 'excluded' && isSamePlace) kept[rivalAt] = candidate
  }
  const byStart = Map.groupBy(candidates, ({ start }) => start)
  return kept
    .filter(({ form }) => form.role !== 'excluded')
    .map((candidate) => asListed(candidate, byStart.get(candidate.start) ?? []))
}

/** "Runway ML" is RunwayML taken apart; where Runway is listed too, that is the name as listed. */
function asListed(candidate: Candidate, beside: Candidate[]): Candidate {
  const { form } = candidate
  if (!form.spelling.needsCapitals) return candidate
  const listed = beside.find((other) => other.form.entity === form.entity && other.surface === other.form.entered)
  return listed === undefined ? candidate : { ...candidate, end: listed.end, surface: listed.surface }
}

function isOfSameOwner({ entity }: Pattern, longer: Pattern): boolean {
  if (entity === longer.entity) return false
  return longer.entity.domains.some((host) => entity.domains.some((domain) => host.endsWith(`.${domain}`)))
}
