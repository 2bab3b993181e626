import { describeFinding } from '../../engine/advising/auditing/words.ts'
import type { SiteAudit } from '../../engine/advising/auditing/audit.ts'
import { siteOf } from '../../engine/reading/extraction/ownership.ts'
import { indexRanges } from '../../engine/reading/text/range-index.ts'
import type { Range } from '../../engine/reading/text/range.ts'
import { fingerprintOf } from '../../engine/advising/recommending/advice.ts'
import type { Criticism, Market, SiteFinding } from '../../engine/advising/recommending/market.ts'
import { ADVICE_WINDOW } from '../../engine/advising/recommending/limits.ts'
import type { DayRange } from '../../engine/scoring/span-score.ts'
import { windowDays, type WindowDays } from '../../engine/scoring/windows.ts'
import { answersByIds, type StoredAnswer } from '../../store/measuring/answers.ts'
import type { Db } from '../../base/db/db.ts'
import { activePrompts } from '../../store/measuring/prompts.ts'
import {
  countInMemory,
  criticalAnswers,
  entityPagesCells,
  ownPageCells,
  searchCounts,
  sourceCells,
  type EvidenceSpan,
} from '../../store/advising/recommendation-evidence.ts'
import { knownRecommendations } from '../../store/advising/recommendations.ts'
import { lastDayOf, rollupsOf } from '../../store/scoring/rollups.ts'
import { platformWeightsOf } from '../../store/scoring/score-inputs.ts'
import { listSiteAudits } from '../../store/advising/site-audits.ts'
import type { EntityNames } from '../../engine/reading/names/matcher.ts'
import type { TextReading } from '../../threads/text-threads.ts'
import { brandEntities } from '../reading/names.ts'

/** Read of each kind; more would not change what is told first. */
const SITES = 30
const PAGES = 30
const SEARCHES_A_CELL = 10
/** Answers that are read again for what they criticise: about half a second of work. */
const CRITICAL_ANSWERS = 300
/** Of each, the first: an answer with more of them is no answer that somebody got. */
const CRITICAL_PARTS = 20
/** After so many that cannot be read the others are left out too: advice is not waited for. */
const MOST_UNREAD = 3

/** A market with what the engine does not need to know. */
export type ReadMarket = Market & { asOf: string; previousDays: DayRange; isSimulated: boolean; promptIds: string[] }

/** A market before anybody has read what its answers criticise. */
export type UnreadMarket = { facts: Omit<ReadMarket, 'criticism'>; names: EntityNames[]; critical: StoredAnswer[] }

/** All that advice for a brand is drawn from, as of the last day with answers; undefined when there is none. */
export async function loadMarket(db: Db, organizationId: string, brandId: string): Promise<UnreadMarket | undefined> {
  await countInMemory(db)
  const names = await brandEntities(db, organizationId, brandId)
  const asOf = await lastDayOf(db, organizationId, brandId)
  const [brand, ...rivals] = names ?? []
  if (!names || !brand || asOf === undefined) return undefined
  const prompts = (await activePrompts(db, organizationId, brandId)).filter(({ branded }) => !branded)
  const promptIds = prompts.map(({ id }) => id)
  const days = windowDays(ADVICE_WINDOW, asOf)
  const span = { from: days.from, to: days.to, promptIds }
  const rollups = await rollupsOf(db, organizationId, brandId, { from: days.previousFrom, to: days.to, promptIds })
  const cells = rollups.filter(({ day }) => day >= days.from)
  const known = await knownRecommendations(db, organizationId, brandId)
  const facts = {
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
    findings: await readFindings(db, organizationId, brandId),
    known: new Set(
      known.filter(({ status }) => status !== 'done' && status !== 'expired').map((row) => fingerprintOf(row)),
    ),
  }
  const criticalIds = await criticalAnswers(db, organizationId, brandId, span, CRITICAL_ANSWERS)
  return { facts, names, critical: await answersByIds(db, organizationId, criticalIds) }
}

const readSources = (
  db: Db,
  organizationId: string,
  brandId: string,
  spans: EvidenceSpan & WindowDays,
  rivalIds: string[],
) => sourceCells(db, organizationId, brandId, spans, { rivalIds, sites: SITES })

/** Reads texts, outside of any transaction: that may take longer than one may be left idle. */
export async function readMarket(
  threads: TextReading,
  organizationId: string,
  { facts, names, critical }: UnreadMarket,
): Promise<ReadMarket> {
  return { ...facts, criticism: await readCriticism(threads, organizationId, names, critical) }
}

async function readCriticism(
  threads: TextReading,
  organizationId: string,
  names: EntityNames[],
  answers: StoredAnswer[],
): Promise<Criticism[]> {
  const texts = answers.map(({ text }) => text)
  const reads = await threads.each(organizationId, 'criticism', names, texts, MOST_UNREAD)
  return answers.flatMap((answer, at) => {
    const sitesAt = sitesOf(answer)
    return (reads[at]?.value ?? []).slice(0, CRITICAL_PARTS).map((part) => ({
      answerId: answer.id,
      promptId: answer.promptId,
      platform: answer.platform,
      text: part.text,
      sites: sitesAt(part),
    }))
  })
}

/** Where an answer points to for just a part; where it does so for none, all it points at. */
function sitesOf({ findings: { citations } }: StoredAnswer): (part: Range) => string[] {
  const pages = citations.map(({ url, domain, spans }) => ({ site: siteOf(domain || url), spans }))
  const all = [...new Set(pages.map(({ site }) => site))].toSorted()
  const places = pages.flatMap(({ site, spans }) => spans.map(({ start, end }) => ({ site, start, end })))
  const index = indexRanges(places, (place) => place)
  return (part) => {
    const here = new Set(index.touching(part).map(({ site }) => site))
    return here.size > 0 ? [...here].toSorted() : all
  }
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
