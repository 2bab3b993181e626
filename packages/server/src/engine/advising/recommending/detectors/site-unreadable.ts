import { noEvidence, rivalsOnly, type Advice, type Detector } from '../advice.ts'
import type { SiteFinding } from '../market.ts'
import { answersOf, keyOf, sumOf, type MeasuredCell, type Situation } from '../situation.ts'

/** Share of the cells' answers that draw on a rival's own pages, from which on it has what the brand lacks. */
const MIN_RIVAL_SHARE = 0.1

/** What an examination of the brand's own site found, told with what it may cost. */
export const findUnreadableSites: Detector = (situation) =>
  situation.findings.flatMap((finding) => adviceOn(situation, finding) ?? [])

function adviceOn(situation: Situation, finding: SiteFinding): Advice | undefined {
  const { slack } = situation
  const cells = situation.measured.filter(({ platform }) => finding.platforms?.includes(platform) ?? true)
  const answers = answersOf(cells)
  const pages = pagesIn(situation)
  const drawnOn = (id: string, among: readonly MeasuredCell[]): number =>
    sumOf(among, (cell) => pages.get(`${id} ${keyOf(cell)}`) ?? 0)
  const havers = situation.rivals
    .map(({ id }) => id)
    .filter((id) => drawnOn(id, cells) / answers >= MIN_RIVAL_SHARE * slack)
  if (answers === 0 || havers.length === 0) return undefined
  return {
    kind: 'site_unreadable',
    subject: finding.subject,
    title: finding.title,
    summary: finding.summary,
    effort: finding.effort,
    // Only answers that draw on a rival's pages show that the platform would draw on the brand's at all.
    cells: cells.flatMap((cell) => {
      const reach = Math.max(0, ...havers.map((id) => drawnOn(id, [cell]) / cell.answers))
      const missing = Math.min(1, reach) - drawnOn(situation.brand.id, [cell]) / cell.answers
      return missing > 0 ? [{ promptId: cell.promptId, platform: cell.platform, reach: missing }] : []
    }),
    havers,
    lacks: 'presence',
    answers,
    evidence: {
      ...noEvidence,
      sources: finding.urls.map((url) => ({ domain: hostOf(url), url, answers: 0 })),
    },
    shownBy: rivalsOnly,
  }
}

const pagesIn = ({ entityPages }: Situation): Map<string, number> =>
  new Map(entityPages.map((cell) => [`${cell.entityId} ${keyOf(cell)}`, cell.answers]))

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url)
