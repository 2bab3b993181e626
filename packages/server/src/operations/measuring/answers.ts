import { ANSWERS_PAGE_BYTES, MATCHING_COUNTED, Problem, type InputOf, type Operations } from '@sightline/sdk'
import { countedWeights, promptMeans, type Weights } from '../../engine/scoring/prompt-means.ts'
import type { PageOf } from '../../store/measuring/brands.ts'
import { daysBefore } from '../../base/db/id-span.ts'
import { repliesOf } from '../../store/measuring/answers.ts'
import type { ObservationFilter } from '../../store/reading/observation-filter.ts'
import {
  countObservations,
  listObservations,
  observationsByIds,
  type ObservationRow,
  type PackedObservation,
} from '../../store/reading/observations.ts'
import { rollupsOf } from '../../store/scoring/rollups.ts'
import { panelPromptIds, platformWeightsOf } from '../../store/scoring/score-inputs.ts'
import { organizationOf, requireBrand } from '../tenant.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { importAnswers } from './import-answers.ts'
import { pageOf, toShortPage } from '../pages.ts'
import { presentAnswers } from './present-answers.ts'

type AnswerHandlers = Pick<Handlers, 'listAnswers' | 'getAnswer' | 'getAnswerReply' | 'importAnswers'>

export const answerHandlers: AnswerHandlers = {
  listAnswers: async (context, { params, query }) => {
    const brand = await requireBrand(context, params.id)
    const organizationId = organizationOf(context)
    const filter = await filterOf(context, brand.id, query)
    const [observations, matching] = await Promise.all([
      newestObservations(context, brand.id, { ...filter, ...pageOf(context, query) }),
      query.count && countObservations(context.db, organizationId, brand.id, filter, MATCHING_COUNTED),
    ])
    const { answers, taken } = await presentAnswers(context, brand.id, observations.slice(0, query.limit), {
      hasText: query.include === 'text',
      mostBytes: ANSWERS_PAGE_BYTES,
    })
    const read = observations.map(({ answerId }) => ({ id: answerId }))
    return {
      ...toShortPage(context, query, read, taken),
      data: answers,
      matching: matching === undefined || matching > MATCHING_COUNTED ? null : matching,
    }
  },

  getAnswer: async (context, { params }) => {
    const observation = await requireObservation(context, params.id)
    const { brandId, answerId, promptId } = observation
    const packed = { answerId, promptId, unpack: () => observation }
    const { answers } = await presentAnswers(context, brandId, [packed], { hasText: true, mostBytes: Infinity })
    const [answer] = answers
    if (!answer) throw new Problem('resource_not_found')
    return answer
  },

  getAnswerReply: async (context, { params }) => {
    const { answerId } = await requireObservation(context, params.id)
    return { answerId, replies: await repliesOf(context.db, organizationOf(context), answerId) }
  },

  importAnswers: async (context, { params, body }) => {
    const brand = await requireBrand(context, params.id)
    return importAnswers(context, brand, body.answers, {
      surface: 'import',
      allowNewPlatforms: body.allowNewPlatforms,
    })
  },
}

/** Two months: mostly a page lies in them, and in how many more there were nobody need look. */
const RECENT_DAYS = 62

/** Newest first; one more than asked for. */
async function newestObservations(
  context: Context,
  brandId: string,
  asked: ObservationFilter & PageOf,
): Promise<PackedObservation[]> {
  const read = (since: string | null): Promise<PackedObservation[]> =>
    listObservations(context.db, organizationOf(context), brandId, { ...asked, since })
  const recent = await read(daysBefore(RECENT_DAYS, asked.after ?? context.now))
  return recent.length > asked.limit ? recent : read(null)
}

type AnswersAsked = InputOf<Operations['listAnswers']>['query']

/** The words of the address as the store takes them. */
async function filterOf(context: Context, brandId: string, asked: AnswersAsked): Promise<ObservationFilter> {
  const { mentioned, anyCompetitor, countedIn, cites } = asked
  const { cursor: _cursor, limit: _limit, include: _include, count: _count, ...same } = asked
  // A platform asked for by name counts in its own score, whatever it weighs in the composite.
  const isWeighed = countedIn === 'score' && asked.platform === undefined
  return {
    ...same,
    named: mentioned && { entityId: brandId, isNamed: mentioned === 'true' },
    anyCompetitor: anyCompetitor && anyCompetitor === 'true',
    isOfPanel: countedIn !== undefined,
    exceptPlatforms: isWeighed ? await uncountedPlatforms(context, brandId, asked) : [],
    citesOwn: cites === OWN,
    cites: cites === OWN ? undefined : cites,
  }
}

/** Platforms whose answers stand behind no composite: of weight 0, or not measured yet in the days asked for. */
async function uncountedPlatforms(
  context: Context,
  brandId: string,
  { from, to, topic }: Pick<AnswersAsked, 'from' | 'to' | 'topic'>,
): Promise<string[]> {
  const organizationId = organizationOf(context)
  const weights = (await platformWeightsOf(context.db, organizationId)) ?? {}
  const of = (counted: Weights): string[] => Object.keys(counted).filter((platform) => counted[platform] === 0)
  if (from === undefined || to === undefined) return of(weights)
  const promptIds = await panelPromptIds(context.db, organizationId, brandId, topic ?? null)
  const cells = await rollupsOf(context.db, organizationId, brandId, { from, to, promptIds, entityId: brandId })
  return of(countedWeights(promptMeans(cells, brandId), weights))
}

/** No domain: it has no dot. */
const OWN = 'own'

/** @throws Problem resource_not_found, also for an answer of a brand that the caller may not see */
async function requireObservation(context: Context, answerId: string): Promise<ObservationRow> {
  const [observation] = await observationsByIds(context.db, organizationOf(context), [answerId])
  const isHidden = observation && context.caller.brandIds && !context.caller.brandIds.includes(observation.brandId)
  if (!observation || isHidden) throw new Problem('resource_not_found')
  return observation
}
