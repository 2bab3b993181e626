import { MATCHING_COUNTED, Problem, type Answer, type InputOf, type Judgement, type Operations } from '@sightline/sdk'
import { listingRuleOf, sentimentRuleOf } from '../engine/reading/rule-words.ts'
import { answerValue } from '../engine/scoring/answer-value.ts'
import type { PageOf } from '../store/brands.ts'
import { daysBefore } from '../store/id-span.ts'
import { answersByIds, repliesOf, type FoundSource, type StoredAnswer } from '../store/answers.ts'
import { listCompetitors } from '../store/competitors.ts'
import { judgementsOf, type JudgementRow } from '../store/judgements.ts'
import type { ObservationFilter } from '../store/observation-filter.ts'
import { countObservations, listObservations, observationsByIds, type ObservationRow } from '../store/observations.ts'
import { promptTexts } from '../store/prompts.ts'
import { platformWeightsOf } from '../store/score-inputs.ts'
import { organizationOf, requireBrand } from './tenant.ts'
import type { Context } from './context.ts'
import type { Handlers } from './handle.ts'
import { importAnswers } from './import-answers.ts'
import { refusePaused } from './limits.ts'
import { pageOf, toPage } from './pages.ts'

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
    const page = toPage(
      context,
      query,
      observations.map((observation) => ({ id: observation.answerId, observation })),
    )
    const answers = await present(
      context,
      brand.id,
      page.data.map((entry) => entry.observation),
    )
    return {
      ...page,
      data: query.include === 'text' ? answers : answers.map((answer) => ({ ...answer, text: null })),
      matching: matching === undefined || matching > MATCHING_COUNTED ? null : matching,
    }
  },

  getAnswer: async (context, { params }) => {
    const observation = await requireObservation(context, params.id)
    const [answer] = await present(context, observation.brandId, [observation])
    if (!answer) throw new Problem('resource_not_found')
    return answer
  },

  getAnswerReply: async (context, { params }) => {
    const { answerId } = await requireObservation(context, params.id)
    return { answerId, replies: await repliesOf(context.db, organizationOf(context), answerId) }
  },

  importAnswers: async (context, { params, body }) => {
    const brand = await requireBrand(context, params.id)
    refusePaused(context, brand)
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
): Promise<ObservationRow[]> {
  const read = (since: string | null): Promise<ObservationRow[]> =>
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
  const weights = isWeighed ? await platformWeightsOf(context.db, organizationOf(context)) : null
  return {
    ...same,
    named: mentioned && { entityId: brandId, isNamed: mentioned === 'true' },
    anyCompetitor: anyCompetitor && anyCompetitor === 'true',
    isOfPanel: countedIn !== undefined,
    exceptPlatforms: Object.keys(weights ?? {}).filter((platform) => weights?.[platform] === 0),
    citesOwn: cites === OWN,
    cites: cites === OWN ? undefined : cites,
  }
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

/** Raw answers and what was found in them, joined to what a reader sees. */
async function present(context: Context, brandId: string, observations: ObservationRow[]): Promise<Answer[]> {
  const organizationId = organizationOf(context)
  const ids = observations.map((observation) => observation.answerId)
  const [answers, judgements, names, prompts] = await Promise.all([
    answersByIds(context.db, organizationId, ids),
    judgementsOf(context.db, organizationId, ids),
    entityNames(context, brandId),
    promptTexts(context.db, organizationId, [...new Set(observations.map((observation) => observation.promptId))]),
  ])
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  const judged = Map.groupBy(judgements, ({ answerId }) => answerId)
  return observations.flatMap((observation) => {
    const answer = byId.get(observation.answerId)
    const found = { observation, judgements: judged.get(observation.answerId) ?? [] }
    return answer ? [toAnswer(answer, found, names, prompts.get(observation.promptId) ?? '')] : []
  })
}

type EntityNames = Map<string, { name: string; kind: 'brand' | 'competitor' }>

async function entityNames(context: Context, brandId: string): Promise<EntityNames> {
  const [brand, competitors] = await Promise.all([
    requireBrand(context, brandId),
    listCompetitors(context.db, organizationOf(context), brandId, { limit: 1_000, after: null }),
  ])
  const names: EntityNames = new Map([[brand.id, { name: brand.name, kind: 'brand' }]])
  for (const competitor of competitors) names.set(competitor.id, { name: competitor.name, kind: 'competitor' })
  return names
}

type Found = { observation: ObservationRow; judgements: JudgementRow[] }

function toAnswer(
  answer: StoredAnswer,
  { observation, judgements }: Found,
  names: EntityNames,
  prompt: string,
): Answer {
  const owners = new Map(observation.owners.map((owner) => [owner.url, owner.owner]))
  const source = ({ url, domain, title }: FoundSource) => ({
    url,
    domain,
    title,
    owner: owners.get(url) ?? ('third_party' as const),
  })
  return {
    id: answer.id,
    brandId: answer.brandId,
    promptId: answer.promptId,
    prompt,
    runId: answer.runId,
    platform: answer.platform,
    surface: answer.surface,
    outcome: answer.outcome,
    text: answer.text,
    model: answer.model,
    externalId: answer.externalId,
    collectedAt: answer.collectedAt.toISOString(),
    locale: { country: answer.country, language: answer.language },
    cost: { usd: answer.costUsd, basis: answer.costBasis as Answer['cost']['basis'] },
    errorCode: answer.errorCode,
    mentions: observation.mentions.flatMap(({ isListed, listingRule, weight, ...mention }) => {
      const entity = names.get(mention.entityId)
      const judgement = judgements.find((one) => isAt(one, mention))
      return entity
        ? [
            {
              ...mention,
              ...entity,
              listed: isListed,
              listingRule: listingRule ? listingRuleOf(listingRule) : null,
              sentimentRule: weight ? { ...sentimentRuleOf(weight), ...weight } : null,
              judgement: judgement ? toJudgement(judgement) : null,
            },
          ]
        : []
    }),
    // A verdict on a place that the rules count meanwhile, or no longer look at, is told at the mention or not at all.
    passedOver: judgements
      .filter((one) => !one.isCounted && !observation.mentions.some((mention) => isAt(one, mention)))
      .flatMap((one) => {
        const entity = names.get(one.entityId)
        const { entityId, start, end } = one
        const surface = answer.text.slice(start, end)
        return entity ? [{ entityId, ...entity, surface, start, end, judgement: toJudgement(one) }] : []
      }),
    places: observation.entities.flatMap((entity) =>
      entity.isNamed && names.has(entity.entityId)
        ? [
            {
              entityId: entity.entityId,
              place: entity.place,
              value: entity.place === null ? 0 : answerValue(entity.place),
            },
          ]
        : [],
    ),
    citations: answer.findings.citations.flatMap((citation) =>
      (citation.spans.length > 0 ? citation.spans : [{ start: null, end: null }]).map((span) => ({
        ...source(citation),
        ...span,
      })),
    ),
    listedSources: answer.findings.listed.map(source),
    searches: answer.findings.searches,
  }
}

const isAt = (judgement: JudgementRow, { entityId, start }: { entityId: string; start: number }): boolean =>
  judgement.entityId === entityId && judgement.start === start

const toJudgement = (row: JudgementRow): Judgement => ({
  meant: row.isMeant,
  sentiment: row.sentiment,
  provider: row.provider,
  model: row.model,
  version: row.judgeVersion,
  judgedAt: row.judgedAt.toISOString(),
  usd: row.usd,
})
