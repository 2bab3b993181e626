import { noEvidence, rivalsOnly, type Advice, type Detector } from '../advice.ts'
import type { SourceCell } from '../market.ts'
import { kindOfSite } from '../site-kinds.ts'
import { sumOf, type Situation } from '../situation.ts'
import { counted, during, listed } from '../words.ts'

/** Answers that draw on the site and name a rival without the brand. */
const MIN_ANSWERS = 5
const MIN_PROMPTS = 2
/** Of the answers that draw on it: at most so many name the brand, and at least so many each haver. */
const MAX_BRAND_SHARE = 0.2
const MIN_RIVAL_SHARE = 0.4

/** Third parties' sources whose answers name rivals and not the brand. */
export const findSourceGaps: Detector = (situation) => {
  const cells = situation.sources.filter(({ owner, isPrevious }) => owner === 'third_party' && !isPrevious)
  return [...Map.groupBy(cells, ({ site }) => site)].flatMap(([site, ofSite]) => gapAt(situation, site, ofSite) ?? [])
}

function gapAt(situation: Situation, site: string, uses: readonly SourceCell[]): Advice | undefined {
  const { slack } = situation
  const kind = kindOfSite(site)
  const measured = uses.filter(({ promptId, platform }) => situation.cell(promptId, platform))
  const answers = sumOf(measured, (use) => use.answers)
  const gaps = measured.filter(({ rivalsOnly }) => rivalsOnly > 0)
  const missing = sumOf(gaps, ({ rivalsOnly }) => rivalsOnly)
  const prompts = new Set(gaps.map(({ promptId }) => promptId)).size
  if (!kind || missing < MIN_ANSWERS * slack || prompts < MIN_PROMPTS) return undefined
  const withBrand = sumOf(measured, (use) => use.withBrand)
  const namedBy = (id: string): number => sumOf(measured, ({ rivals }) => rivals[id] ?? 0)
  const havers = situation.rivals
    .map(({ id }) => id)
    .filter((id) => namedBy(id) / answers >= MIN_RIVAL_SHARE * slack)
    .toSorted((one, other) => namedBy(other) - namedBy(one) || (one < other ? -1 : 1))
  if (withBrand / answers > MAX_BRAND_SHARE / slack || havers.length === 0) return undefined
  const { brand } = situation
  const told = listed(havers.map((id) => `${situation.rival(id).name} (${namedBy(id)})`))
  return {
    kind: 'source_gap',
    subject: site,
    title: `Get ${brand.name} considered by ${site}`,
    summary: `${during(situation)} ${counted(answers, 'answer')} to ${counted(prompts, 'question')} drew on ${site}. ${told} stood in so many of them, ${brand.name} in ${withBrand}; ${missing} named a competitor and not ${brand.name}. ${kind.whatToDo}`,
    effort: kind.effort,
    cells: gaps.map(({ promptId, platform, rivalsOnly }) => ({
      promptId,
      platform,
      reach: Math.min(1, rivalsOnly / situation.cell(promptId, platform)!.answers),
    })),
    havers,
    lacks: 'presence',
    answers: missing,
    evidence: { ...noEvidence, sources: [{ domain: site, url: null, answers }] },
    shownBy: { ...rivalsOnly, drawsOn: { site } },
  }
}
