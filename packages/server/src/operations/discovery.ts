import { setImmediate as nextTurn } from 'node:timers/promises'
import { startDiscovery, type DiscoveredName } from '../engine/discovery/discovery.ts'
import { makeLexicon } from '../engine/names/lexicon.ts'
import { countValidAnswers, sampleAnswers } from '../store/answer-samples.ts'
import { listCompetitors } from '../store/competitors.ts'
import type { Handlers } from './handle.ts'
import { spanOf } from './span.ts'
import { organizationOf, requireBrand } from './tenant.ts'

type DiscoveryHandlers = Pick<Handlers, 'discoverCompetitors'>

/** About a third of a second of work. */
const ANSWERS_LOOKED_AT = 600
/** Between two pauses about 10 ms pass, so that nobody else's call waits longer for this one. */
const ANSWERS_A_TURN = 20
const NAMES_TOLD = 100
const ANSWER_IDS_TOLD = 20

export const discoveryHandlers: DiscoveryHandlers = {
  discoverCompetitors: async (context, { params, query }) => {
    const organizationId = organizationOf(context)
    const brand = await requireBrand(context, params.id)
    const days = await spanOf(context, brand.id, { window: query.window })
    if (!days) return { data: [], from: null, to: null, answersLookedAt: 0, answers: 0 }
    const [competitors, sampled, answers] = await Promise.all([
      listCompetitors(context.db, organizationId, brand.id, { limit: 1_000, after: null }),
      sampleAnswers(context.db, organizationId, brand.id, days, ANSWERS_LOOKED_AT),
      countValidAnswers(context.db, organizationId, brand.id, days),
    ])
    const tracked = [
      { ...brand, kind: 'brand' as const },
      ...competitors.map((competitor) => ({ ...competitor, kind: 'competitor' as const })),
    ]
    const discovery = startDiscovery(tracked, makeLexicon())
    for (const [at, answer] of sampled.entries()) {
      if (at % ANSWERS_A_TURN === 0) await nextTurn()
      discovery.read(answer)
    }
    const data = discovery.names(query.minAnswers).slice(0, NAMES_TOLD)
    return { data: data.map((name) => told(name, sampled.length)), ...days, answersLookedAt: sampled.length, answers }
  },
}

const told = (name: DiscoveredName, lookedAt: number) => ({
  ...name,
  share: name.answers / lookedAt,
  answerIds: name.answerIds.slice(0, ANSWER_IDS_TOLD),
})
