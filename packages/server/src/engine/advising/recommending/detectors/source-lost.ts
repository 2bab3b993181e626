import { noEvidence, type Advice, type Detector } from '../advice.ts'
import type { SourceCell } from '../market.ts'
import { kindOfSite } from '../site-kinds.ts'
import { answersOf, keyOf, rivalsNamed, sumOf, type MeasuredCell, type Situation } from '../situation.ts'
import { counted, during } from '../words.ts'

/** Answers of the window before that drew on the site and named the brand. */
const MIN_ANSWERS_BEFORE = 5
/** Their share now is at most this part of what it was. */
const MAX_REMAINING = 1 / 3
/** Standard errors between the two shares: by chance alone less often than once in forty. */
const MIN_DEVIATIONS = 1.96
const MIN_RIVAL_SHARE = 0.3

/** Sources with which answers named the brand in the window before, and hardly do now. */
export const findLostSources: Detector = (situation) =>
  [...Map.groupBy(situation.sources, ({ site }) => site)].flatMap(([site, uses]) => lossOf(situation, site, uses) ?? [])

function lossOf(situation: Situation, site: string, uses: readonly SourceCell[]): Advice | undefined {
  const { slack } = situation
  const carried = uses.filter((use) => use.isPrevious && use.withBrand > 0)
  const pairs = carried.flatMap((use) => {
    const now = situation.cell(use.promptId, use.platform)
    const before = situation.previousCell(use.promptId, use.platform)
    return now && before ? [{ use, now, before }] : []
  })
  const withBrandBefore = sumOf(pairs, ({ use }) => use.withBrand)
  const isOwn = carried.some(({ owner }) => owner === 'own')
  const kind = kindOfSite(site)
  if (withBrandBefore < MIN_ANSWERS_BEFORE * slack || (!isOwn && !kind)) return undefined
  const current = new Map(uses.filter(({ isPrevious }) => !isPrevious).map((use) => [keyOf(use), use.withBrand]))
  const withBrandNow = sumOf(pairs, ({ use }) => current.get(keyOf(use)) ?? 0)
  const answersBefore = answersOf(pairs.map(({ before }) => before))
  const cells = pairs.map(({ now }) => now)
  const answersNow = answersOf(cells)
  const [shareBefore, shareNow] = [withBrandBefore / answersBefore, withBrandNow / answersNow]
  const havers = rivalsNamed(situation, cells, MIN_RIVAL_SHARE)
  const isLost =
    shareNow <= (shareBefore * MAX_REMAINING) / slack &&
    deviations(shareBefore, answersBefore, shareNow, answersNow) >= MIN_DEVIATIONS * slack
  if (!isLost || havers.length === 0) return undefined
  const { brand } = situation
  const whatToDo = isOwn
    ? 'See whether its pages moved, changed or closed themselves to crawlers, and bring back what answered these questions.'
    : `See whether its page still carries ${brand.name}. If it does not, ask why and tell its editors what has changed; if it does, the platforms use it less, and other sources matter more.`
  return {
    kind: 'source_lost',
    subject: site,
    title: `Win back ${site}`,
    summary: `${during(situation)} ${withBrandNow} of ${counted(answersNow, 'answer')} drew on ${site} and named ${brand.name}; in the window before it was ${withBrandBefore} of ${answersBefore} to the same questions. ${whatToDo}`,
    effort: isOwn ? 'low' : (kind?.effort ?? 'medium'),
    cells: pairs.map(({ use, now, before }) => ({ ...placeOf(now), reach: lostShare(use, before, now, current) })),
    havers,
    lacks: 'presence',
    answers: withBrandBefore - Math.min(withBrandBefore, withBrandNow),
    evidence: { ...noEvidence, sources: [{ domain: site, url: null, answers: withBrandBefore }] },
    shownBy: { names: 'brand', drawsOn: { site }, isBefore: true },
  }
}

const placeOf = ({ promptId, platform }: MeasuredCell) => ({ promptId, platform })

const lostShare = (use: SourceCell, before: MeasuredCell, now: MeasuredCell, current: Map<string, number>): number =>
  Math.min(1, Math.max(0, use.withBrand / before.answers - (current.get(keyOf(use)) ?? 0) / now.answers))

/** Difference of two shares in standard errors, with the share that both have together. */
function deviations(shareBefore: number, answersBefore: number, shareNow: number, answersNow: number): number {
  const together = (shareBefore * answersBefore + shareNow * answersNow) / (answersBefore + answersNow)
  const error = Math.sqrt(together * (1 - together) * (1 / answersBefore + 1 / answersNow))
  return error === 0 ? 0 : (shareBefore - shareNow) / error
}
