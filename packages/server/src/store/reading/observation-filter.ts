import { sql, type RawBuilder } from 'kysely'
import { withinDays } from '../../base/db/id-span.ts'

/** Which answers of a brand are asked for; what is left out narrows nothing down. */
export type ObservationFilter = {
  platform?: string | undefined
  promptId?: string | undefined
  runId?: string | undefined
  outcome?: string | undefined
  /** Whether this entity is named. */
  named?: { entityId: string; isNamed: boolean } | undefined
  competitorId?: string | undefined
  /** Whether any competitor of the brand is named. */
  anyCompetitor?: boolean | undefined
  topic?: string | undefined
  /** Only answers to active prompts that do not name the brand. */
  isOfPanel?: boolean | undefined
  exceptPlatforms?: readonly string[] | undefined
  /** Only answers that cite a page of the brand's own. */
  citesOwn?: boolean | undefined
  /** A domain or a page's address. */
  cites?: string | undefined
  drawsOn?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Whether a row of `observation` is one of those asked for. */
export function matches(organizationId: string, brandId: string, filter: ObservationFilter): RawBuilder<boolean> {
  const { platform, promptId, runId, outcome, named, competitorId, anyCompetitor, exceptPlatforms } = filter
  const conditions = [
    sql`observation.organization_id = ${organizationId} and observation.brand_id = ${brandId}`,
    platform && sql`platform = ${platform}`,
    exceptPlatforms?.length && sql`platform <> all(${exceptPlatforms}::text[])`,
    promptId && sql`prompt_id = ${promptId}`,
    runId && sql`run_id = ${runId}`,
    outcome && sql`outcome = ${outcome}`,
    filter.from && sql`day >= ${filter.from}`,
    filter.to && sql`day <= ${filter.to}`,
    (filter.from || filter.to) && withinDays('observation.answer_id', filter),
    competitorId && sql`${competitorId} = any(named)`,
    named && sql`(${named.entityId} = any(named)) = ${named.isNamed}`,
    // Nobody knows whom it names.
    (named?.isNamed === false || anyCompetitor === false) && sql`outcome <> 'unreadable'`,
    anyCompetitor !== undefined && sql`(named && ${competitorsOf(organizationId, brandId)}) = ${anyCompetitor}`,
    (filter.topic !== undefined || filter.isOfPanel) && sql`prompt_id in ${promptsOf(organizationId, brandId, filter)}`,
    filter.citesOwn && sql`entities @> ${JSON.stringify([{ entityId: brandId, isCited: true }])}::jsonb`,
    filter.cites !== undefined && drawsOn(organizationId, brandId, filter.cites, sql`cited`),
    filter.drawsOn !== undefined && drawsOn(organizationId, brandId, filter.drawsOn, sql`(cited || listed)`),
  ]
  return sql<boolean>`${sql.join(
    conditions.filter((condition) => typeof condition === 'object'),
    sql` and `,
  )}`
}

const competitorsOf = (organizationId: string, brandId: string): RawBuilder<unknown> =>
  sql`array(select id from competitor where organization_id = ${organizationId} and brand_id = ${brandId})::text[]`

const promptsOf = (
  organizationId: string,
  brandId: string,
  { topic, isOfPanel }: ObservationFilter,
): RawBuilder<unknown> => sql`(select prompt.id from prompt where prompt.organization_id = ${organizationId} and prompt.brand_id = ${brandId}
  and (${topic ?? null}::text is null or prompt.topic = ${topic ?? null})
  and (${!isOfPanel} or (prompt.status = 'active' and not prompt.is_branded)))`

/** Only valid answers have sources, as where they are counted. */
const drawsOn = (
  organizationId: string,
  brandId: string,
  source: string,
  pages: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`exists (
  select from source_use where source_use.organization_id = ${organizationId} and source_use.answer_id = observation.answer_id
    and ${pages} && array(select page_id from source_page where source_page.organization_id = ${organizationId}
      and source_page.brand_id = ${brandId} and (url = ${source} or site = ${source} or domain = ${source})))`
