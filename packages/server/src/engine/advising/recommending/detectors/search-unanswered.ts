import { noEvidence, rivalsOnly, type Advice, type Detector } from '../advice.ts'
import { kindsOfAdvice } from '../kinds.ts'
import type { SearchCount } from '../market.ts'
import { answersOf, sumOf, type MeasuredCell, type Situation } from '../situation.ts'
import { counted, during, listed, quoted } from '../words.ts'

/** Answers to the question that tell what was searched for. */
const MIN_ANSWERS = 5
/** Of the answers: at most so many draw on the brand's pages, and at least so many on those of each haver. */
const MAX_OWN_SHARE = 0.1
const MIN_RIVAL_SHARE = 0.2
const SHOWN_SEARCHES = 5

/** Questions for which platforms search the web and find rivals' own pages, but none of the brand's. */
export const findUnansweredSearches: Detector = (situation) => {
  const pages = pagesByEntity(situation)
  return [...Map.groupBy(situation.searches, ({ promptId }) => promptId)].flatMap(
    ([promptId, searches]) => adviceOn(situation, promptId, searches, pages) ?? [],
  )
}

/** By entity, then by prompt and platform: answers that draw on its own pages. */
type Pages = Map<string, Map<string, number>>

function pagesByEntity({ entityPages }: Situation): Pages {
  return new Map(
    [...Map.groupBy(entityPages, ({ entityId }) => entityId)].map(([entityId, cells]) => [
      entityId,
      new Map(cells.map(({ promptId, platform, answers }) => [`${promptId} ${platform}`, answers])),
    ]),
  )
}

function adviceOn(
  situation: Situation,
  promptId: string,
  searches: readonly SearchCount[],
  pages: Pages,
): Advice | undefined {
  const { slack } = situation
  const toldBy = new Map(searches.map(({ platform, told }) => [platform, told]))
  const cells = [...toldBy.keys()].toSorted().flatMap((platform) => situation.cell(promptId, platform) ?? [])
  const told = sumOf(cells, ({ platform }) => toldBy.get(platform) ?? 0)
  const answers = answersOf(cells)
  if (told < MIN_ANSWERS * slack) return undefined
  const drawnOn = (entityId: string, among: readonly MeasuredCell[]): number =>
    sumOf(among, ({ platform }) => pages.get(entityId)?.get(`${promptId} ${platform}`) ?? 0)
  const havers = situation.rivals
    .map(({ id }) => id)
    .filter((id) => drawnOn(id, cells) / answers >= MIN_RIVAL_SHARE * slack)
  const own = drawnOn(situation.brand.id, cells)
  if (own / answers > MAX_OWN_SHARE / slack || havers.length === 0) return undefined
  const found = mostFrequent(searches)
  const question = situation.prompt(promptId).text
  return {
    kind: 'search_unanswered',
    subject: promptId,
    title: `Be found when platforms look up ${quoted(question)}`,
    summary: `${during(situation)}, before they answered ${quoted(question)}, platforms searched for ${listed(found.map(({ search }) => quoted(search, 60)))}. Of ${counted(answers, 'answer')} ${own} drew on a page of ${situation.brand.name}; on pages of rivals: ${listed(havers.map((id) => `${situation.rival(id).name} (${drawnOn(id, cells)})`))}. Publish or rework a page whose title and first sentences answer these searches.`,
    effort: kindsOfAdvice.search_unanswered.effort,
    cells: cells.map((cell) => ({
      promptId,
      platform: cell.platform,
      reach: Math.max(0, 1 - drawnOn(situation.brand.id, [cell]) / cell.answers),
    })),
    havers,
    lacks: 'presence',
    answers: answers - own,
    evidence: { ...noEvidence, searches: found.slice(0, SHOWN_SEARCHES) },
    shownBy: rivalsOnly,
  }
}

function mostFrequent(searches: readonly SearchCount[]): { search: string; answers: number }[] {
  return [...Map.groupBy(searches, ({ search }) => search)]
    .map(([search, counts]) => ({ search, answers: sumOf(counts, ({ answers }) => answers) }))
    .toSorted((one, other) => other.answers - one.answers || (one.search < other.search ? -1 : 1))
}
