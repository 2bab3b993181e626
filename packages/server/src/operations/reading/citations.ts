import { Problem, type Citation, type CitationGap, type Page } from '@sightline/sdk'
import { lastChange } from '../../base/db/change-clock.ts'
import { listCitationGaps, type CitationGapRow, type GapPosition } from '../../store/reading/citation-gaps.ts'
import {
  countUses,
  listCitations,
  type CitationPosition,
  type CitationRow,
  type UseFilter,
} from '../../store/reading/citations.ts'
import { listCompetitors } from '../../store/measuring/competitors.ts'
import { promptById } from '../../store/measuring/prompts.ts'
import { listSearches, searchesTold, type SearchPosition } from '../../store/measuring/searches.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { isKnownPlatform } from '../scoring/panel-query.ts'
import { pageOf, toPage } from '../pages.ts'
import type { DayRange } from '../../engine/scoring/span-score.ts'
import { spanOf } from '../scoring/span.ts'
import { organizationOf, requireBrand } from '../tenant.ts'

type CitationHandlers = Pick<Handlers, 'listCitations' | 'listCitationGaps' | 'listSearches'>

export const citationHandlers: CitationHandlers = {
  listCitations: async (context, { params, query }) => {
    await requireBrand(context, params.id)
    const { limit, after } = pageOf<Frozen & CitationPosition>(context, query)
    const frozen = after ?? (await freeze(context, params.id, query))
    if (!frozen) return { ...emptyPage(context, query), from: null, to: null }
    const filter = {
      ...frozenFilter(frozen, query.platform),
      groupBy: query.groupBy,
      owner: query.owner,
      domain: query.domain,
    }
    const organizationId = organizationOf(context)
    const [rows, answers] = await Promise.all([
      listCitations(context.db, organizationId, params.id, { ...filter, limit, after }),
      countUses(context.db, organizationId, params.id, filter),
    ])
    const page = toPage(context, query, rows, ({ answers: cited, answersListing, key }) => ({
      ...boundsOf(frozen),
      answers: cited,
      answersListing,
      key,
    }))
    return { ...page, ...daysOf(frozen), data: page.data.map((row) => toCitation(row, answers)) }
  },

  listCitationGaps: async (context, { params, query }) => {
    await requireBrand(context, params.id)
    const { limit, after } = pageOf<Frozen & GapPosition>(context, query)
    const frozen = after ?? (await freeze(context, params.id, query))
    if (!frozen) return { ...emptyPage(context, query), from: null, to: null, answers: 0 }
    const organizationId = organizationOf(context)
    const filter = frozenFilter(frozen, query.platform)
    const competitors = await listCompetitors(context.db, organizationId, params.id, { limit: 1_000, after: null })
    const names = new Map(competitors.map(({ id, name }) => [id, name]))
    const [rows, answers] = await Promise.all([
      listCitationGaps(context.db, organizationId, params.id, {
        ...filter,
        groupBy: query.groupBy,
        minCompetitors: query.minCompetitors,
        competitorIds: [...names.keys()],
        limit,
        after,
      }),
      countUses(context.db, organizationId, params.id, filter),
    ])
    const page = toPage(context, query, rows, ({ answersWithoutBrand, answersWithBrand, key }) => ({
      ...boundsOf(frozen),
      gap: answersWithoutBrand - answersWithBrand,
      key,
    }))
    return { ...page, ...daysOf(frozen), answers, data: page.data.map((row) => toGap(row, names)) }
  },

  listSearches: async (context, { params, query }) => {
    await requireBrand(context, params.id)
    if (query.promptId && !(await promptById(context.db, organizationOf(context), params.id, query.promptId)))
      throw new Problem('resource_not_found', { message: 'The brand has no prompt with this id.' })
    const { limit, after } = pageOf<Frozen & SearchPosition>(context, query)
    const frozen = after ?? (await freeze(context, params.id, query))
    if (!frozen) return { ...emptyPage(context, query), from: null, to: null, platforms: [] }
    const organizationId = organizationOf(context)
    const filter = { ...frozenFilter(frozen, query.platform), promptId: query.promptId }
    const [rows, platforms] = await Promise.all([
      listSearches(context.db, organizationId, params.id, { ...filter, limit, after }),
      searchesTold(context.db, organizationId, params.id, filter),
    ])
    const page = toPage(context, query, rows, ({ answers, key }) => ({ ...boundsOf(frozen), answers, key }))
    return {
      ...page,
      ...daysOf(frozen),
      data: page.data.map(({ key: _key, ...search }) => search),
      platforms: platforms.map(({ platform, answers, answersTelling }) => ({
        slug: platform,
        answers,
        answersTelling: answersTelling === 0 ? null : answersTelling,
      })),
    }
  },
}

/** What all pages of one list look at, whatever is stored meanwhile; carried by the cursor. */
type Frozen = DayRange & { until: string }

type SpanQuery = { [name in 'window' | 'from' | 'to' | 'platform']?: string | undefined }

/**
 * Null while the brand has no answers.
 * @throws Problem invalid_parameter for an unknown platform
 */
async function freeze(context: Context, brandId: string, query: SpanQuery): Promise<Frozen | null> {
  if (query.platform && !(await isKnownPlatform(context, brandId, query.platform)))
    throw new Problem('invalid_parameter', { message: `There is no platform ${query.platform}; see GET /platforms.` })
  const until = await lastChange(context.db, organizationOf(context))
  const span = await spanOf(context, brandId, query)
  return until && span && { ...span, until: until.toISOString() }
}

const boundsOf = ({ from, to, until }: Frozen): Frozen => ({ from, to, until })
const daysOf = ({ from, to }: DayRange): DayRange => ({ from, to })
const frozenFilter = (frozen: Frozen, platform: string | undefined): UseFilter => ({ ...boundsOf(frozen), platform })

const emptyPage = (context: Context, query: { limit: number }): Page<never> =>
  toPage<never>(context, query, [], () => '')

function toCitation({ key: _key, ...row }: CitationRow, answers: number): Citation {
  return {
    ...row,
    share: { value: answers === 0 ? null : row.answers / answers, numerator: row.answers, denominator: answers },
  }
}

function toGap(row: CitationGapRow, names: Map<string, string>): CitationGap {
  return {
    domain: row.domain,
    url: row.url,
    title: row.title,
    answersWithCompetitors: row.answersWithCompetitors,
    answersWithoutBrand: row.answersWithoutBrand,
    answersWithBrand: row.answersWithBrand,
    competitors: row.competitors.map((competitor) => ({
      ...competitor,
      name: names.get(competitor.entityId) ?? '',
    })),
    platforms: row.platforms,
    answerIds: row.answerIds,
  }
}
