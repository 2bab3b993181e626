import { describeFinding } from '../engine/auditing/words.ts'
import type { SiteAudit } from '../engine/auditing/audit.ts'
import { siteOf } from '../engine/reading/citations.ts'
import { criticalParts } from '../engine/recommending/criticism.ts'
import { fingerprintOf } from '../engine/recommending/advice.ts'
import type { Criticism, Market, SiteFinding } from '../engine/recommending/market.ts'
import { ADVICE_WINDOW } from '../engine/recommending/limits.ts'
import type { Span } from '../engine/scoring/span-score.ts'
import { windowDays, type WindowDays } from '../engine/scoring/windows.ts'
import { answersByIds, type StoredAnswer } from '../store/answers.ts'
import type { Db } from '../store/database.ts'
import { activePrompts } from '../store/prompts.ts'
import {
  countInMemory,
  criticalAnswers,
  entityPagesCells,
  ownPageCells,
  searchCounts,
  sourceCells,
  type EvidenceSpan,
} from '../store/recommendation-evidence.ts'
import { knownRecommendations } from '../store/recommendations.ts'
import { lastDayOf, rollupsOf } from '../store/rollups.ts'
import { platformWeightsOf } from '../store/score-inputs.ts'
import { listSiteAudits } from '../store/site-audits.ts'
import type { Bookshelf } from './bookshelf.ts'
import { brandBook, type BrandBook } from './names.ts'

/** Read of each kind; more would not change what is told first. */
const SITES = 30
const PAGES = 30
const SEARCHES_A_CELL = 10
/** Answers that are read again for what they criticise: about half a second of work. */
const CRITICAL_ANSWERS = 300

/** A market with what the engine does not need to know. */
export type ReadMarket = Market & { asOf: string; previousDays: Span; isSimulated: boolean; promptIds: string[] }

/** All that advice for a brand is drawn from, as of the last day with answers; undefined when there is none. */
export async function readMarket(
  db: Db,
  organizationId: string,
  brandId: string,
  books: Bookshelf,
): Promise<ReadMarket | undefined> {
  await countInMemory(db)
  const names = await brandBook(db, organizationId, brandId, books)
  const asOf = await lastDayOf(db, organizationId, brandId)
  const [brand, ...rivals] = names?.entities ?? []
  if (!names || !brand || asOf === undefined) return undefined
  const prompts = (await activePrompts(db, organizationId, brandId)).filter(({ branded }) => !branded)
  const promptIds = prompts.map(({ id }) => id)
  const days = windowDays(ADVICE_WINDOW, asOf)
  const span = { from: days.from, to: days.to, promptIds }
  const rollups = await rollupsOf(db, organizationId, brandId, { from: days.previousFrom, to: days.to, promptIds })
  const cells = rollups.filter(({ day }) => day >= days.from)
  const known = await knownRecommendations(db, organizationId, brandId)
  return {
    brand,
    rivals,
    prompts,
    promptIds,
    asOf,
    window: ADVICE_WINDOW,
    days: { from: days.from, to: days.to },
    previousDays: { from: days.previousFrom, to: days.previousTo },
    weights: (await platformWeightsOf(db, organizationId)) ?? {},
    cells,
    previousCells: rollups.filter(({ day }) => day < days.from),
    isSimulated: cells.some(({ simulated }) => simulated > 0),
    sources: await readSources(
      db,
      organizationId,
      brandId,
      { ...span, ...days },
      rivals.map(({ id }) => id),
    ),
    ownPages: await ownPageCells(db, organizationId, brandId, span, PAGES),
    entityPages: await entityPagesCells(db, organizationId, brandId, span),
    searches: await searchCounts(db, organizationId, brandId, span, SEARCHES_A_CELL),
    criticism: await readCriticism(db, organizationId, brandId, span, names),
    findings: await readFindings(db, organizationId, brandId),
    known: new Set(
      known.filter(({ status }) => status !== 'done' && status !== 'expired').map((row) => fingerprintOf(row)),
    ),
  }
}

const readSources = (
  db: Db,
  organizationId: string,
  brandId: string,
  spans: EvidenceSpan & WindowDays,
  rivalIds: string[],
) => sourceCells(db, organizationId, brandId, spans, { rivalIds, sites: SITES })

async function readCriticism(
  db: Db,
  organizationId: string,
  brandId: string,
  span: EvidenceSpan,
  { book }: BrandBook,
): Promise<Criticism[]> {
  const ids = await criticalAnswers(db, organizationId, brandId, span, CRITICAL_ANSWERS)
  const answers = await answersByIds(db, organizationId, ids)
  return answers.flatMap((answer) =>
    criticalParts(answer.text, book, brandId).map((part) => ({
      answerId: answer.id,
      promptId: answer.promptId,
      platform: answer.platform,
      text: part.text,
      sites: sitesAt(answer, part),
    })),
  )
}

/** Where the answer points to for just this part; where it does so for none, all it points at. */
function sitesAt({ findings: { citations } }: StoredAnswer, part: { start: number; end: number }): string[] {
  const here = citations.filter(({ spans }) => spans.some(({ start, end }) => start < part.end && end > part.start))
  return [...new Set((here.length > 0 ? here : citations).map(({ url, domain }) => siteOf(domain || url)))].toSorted()
}

/** What keeps platforms from the brand's own site; what only hinders or may be meant is no advice. */
async function readFindings(db: Db, organizationId: string, brandId: string): Promise<SiteFinding[]> {
  const audits = await listSiteAudits(db, organizationId, brandId)
  return audits.flatMap(({ domain, body }) =>
    // Written by the examination from the engine's own type.
    (body as SiteAudit).findings
      .filter(({ weight }) => weight === 'blocks')
      .map((finding) => {
        const { title, whatToDo } = describeFinding(finding, domain)
        return {
          subject: `${finding.code} ${domain}`,
          title,
          summary: whatToDo,
          effort: finding.code === 'unreadable_without_scripts' ? 'high' : 'low',
          platforms: finding.platforms.length > 0 ? finding.platforms : null,
          urls: finding.urls,
        }
      }),
  )
}
