import type { DiscoveredName } from '../../engine/measuring/discovery/discovery.ts'
import { countValidAnswers, sampleAnswers } from '../../store/measuring/answer-samples.ts'
import { listCompetitors } from '../../store/measuring/competitors.ts'
import type { Handlers } from '../dispatcher.ts'
import { spanOf } from '../scoring/span.ts'
import { apart, organizationOf, requireBrand } from '../tenant.ts'

type DiscoveryHandlers = Pick<Handlers, 'discoverCompetitors'>

/** About a third of a second of work. */
const ANSWERS_LOOKED_AT = 600
const NAMES_TOLD = 100
const ANSWER_IDS_TOLD = 20

export const discoveryHandlers: DiscoveryHandlers = {
  discoverCompetitors: async (context, { params, query }) => {
    const organizationId = organizationOf(context)
    const brand = await requireBrand(context, params.id)
    const days = await spanOf(context, brand.id, { window: query.window })
    if (!days) return { data: [], from: null, to: null, answersLookedAt: 0, answers: 0 }
    const [competitors, sampled, answers] = await apart(context, ({ db }) =>
      Promise.all([
        listCompetitors(db, organizationId, brand.id, { limit: 1_000, after: null }),
        sampleAnswers(db, organizationId, brand.id, days, ANSWERS_LOOKED_AT),
        countValidAnswers(db, organizationId, brand.id, days),
      ]),
    )
    const tracked = [
      { ...brand, kind: 'brand' as const },
      ...competitors.map((competitor) => ({ ...competitor, kind: 'competitor' as const })),
    ]
    const { threads } = context.services
    const wanted = { tracked, minAnswers: query.minAnswers, most: NAMES_TOLD }
    const { value: names, read } = await threads.together(organizationId, 'discover', wanted, sampled)
    const data = names.map((name) => told(name, read.length))
    return { data, ...days, answersLookedAt: read.length, answers }
  },
}

const told = (name: DiscoveredName, lookedAt: number) => ({
  ...name,
  share: name.answers / lookedAt,
  answerIds: name.answerIds.slice(0, ANSWER_IDS_TOLD),
})
