import type { Answer, Judgement } from '@sightline/sdk'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import { listingRuleOf, sentimentRuleOf } from '../../engine/reading/extraction/rule-words.ts'
import { answerValue } from '../../engine/scoring/answer-value.ts'
import { packedAnswersByIds, type FoundSource, type StoredAnswer } from '../../store/measuring/answers.ts'
import { listCompetitors } from '../../store/measuring/competitors.ts'
import { promptTexts } from '../../store/measuring/prompts.ts'
import { judgementsOf, type JudgementRow } from '../../store/reading/judgements.ts'
import type { ObservationRow, PackedObservation } from '../../store/reading/observations.ts'
import type { Context } from '../context.ts'
import { organizationOf, requireBrand } from '../tenant.ts'
import { toUnreadable } from './unreadable.ts'

/**
 * Raw answers and what was found in them, joined to what a reader sees.
 * @param mostBytes of JSON; the answer that reaches it is the last
 * @returns `taken`: how many of the observations the answers stand for, one at least where there is any; of an answer that
 * is deleted meanwhile nothing is left
 */
export async function presentAnswers(
  context: Context,
  brandId: string,
  observations: PackedObservation[],
  { hasText, mostBytes }: { hasText: boolean; mostBytes: number },
): Promise<{ answers: Answer[]; taken: number }> {
  const organizationId = organizationOf(context)
  const ids = observations.map((observation) => observation.answerId)
  const [stored, judgements, names, prompts] = await Promise.all([
    packedAnswersByIds(context.db, organizationId, ids),
    judgementsOf(context.db, organizationId, ids),
    entityNames(context, brandId),
    promptTexts(context.db, organizationId, [...new Set(observations.map((observation) => observation.promptId))]),
  ])
  const judged = Map.groupBy(judgements, ({ answerId }) => answerId)
  const answers: Answer[] = []
  let taken = 0
  let bytes = 0
  for (const { answerId, promptId, unpack } of observations) {
    if (bytes >= mostBytes) break
    taken++
    const unpackAnswer = stored.get(answerId)
    if (!unpackAnswer) continue
    const found = { observation: unpack(), judgements: judged.get(answerId) ?? [] }
    const whole = toAnswer(unpackAnswer(), found, names, prompts.get(promptId) ?? '')
    const answer = hasText ? whole : { ...whole, text: null }
    answers.push(answer)
    bytes += Buffer.byteLength(JSON.stringify(answer))
    await yieldToEventLoop()
  }
  return { answers, taken }
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

type ReadAnswer = { observation: ObservationRow; judgements: JudgementRow[] }

function toAnswer(
  answer: StoredAnswer,
  { observation, judgements }: ReadAnswer,
  names: EntityNames,
  prompt: string,
): Answer {
  const judgedAt = new Map(judgements.map((one) => [placeOf(one), one]))
  const counted = new Set(observation.mentions.map(placeOf))
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
    outcome: observation.outcome as Answer['outcome'],
    text: answer.text,
    model: answer.model,
    externalId: answer.externalId,
    collectedAt: answer.collectedAt.toISOString(),
    locale: { country: answer.country, language: answer.language },
    cost: { usd: answer.costUsd, basis: answer.costBasis as Answer['cost']['basis'] },
    errorCode: answer.errorCode,
    unreadable: toUnreadable(observation.unreadable),
    mentions: observation.mentions.flatMap(({ isListed, listingRule, weight, ...mention }) => {
      const entity = names.get(mention.entityId)
      const judgement = judgedAt.get(placeOf(mention))
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
    unjudged: observation.unjudged.flatMap(({ entityId, occurrences }) => {
      const entity = names.get(entityId)
      return entity ? [{ entityId, name: entity.name, occurrences }] : []
    }),
    // A verdict on a place that the rules count meanwhile, or no longer look at, is told at the mention or not at all.
    passedOver: judgements
      .filter((one) => !one.isCounted && !counted.has(placeOf(one)))
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

const placeOf = ({ entityId, start }: { entityId: string; start: number }): string => `${start} ${entityId}`

const toJudgement = (row: JudgementRow): Judgement => ({
  meant: row.isMeant,
  sentiment: row.sentiment,
  provider: row.provider,
  model: row.model,
  version: row.judgeVersion,
  judgedAt: row.judgedAt.toISOString(),
  usd: row.usd,
})
