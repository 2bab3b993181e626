import type { EventContent } from '@sightline/sdk'
import { announce } from '../../packages/server/src/pipeline/notifying/publish.ts'
import type { Tenant, TestApp } from './test-app.ts'

type Announced = Exclude<EventContent, { type: 'score.changed' }>

/** Announces as the steps of the pipeline do: in a transaction of the organization. */
export const announced = (house: TestApp, { organizationId }: Tenant, ...contents: Announced[]): Promise<void> =>
  house.app.database.transaction(organizationId, (db) => announce(house.app.services, db, organizationId, contents))

export const advice = (brandId: string, title = 'Be named where rivals are', estimatedLift = 4): Announced => ({
  type: 'recommendation.new',
  data: {
    brandId,
    recommendationId: 'rec_01kabcdefghjkmnpqrstvwxyz0',
    kind: 'source_gap',
    title,
    effort: 'low',
    estimatedLift,
    liftRange: [1, 9],
    window: '28d',
    answers: 100,
    simulated: false,
  },
})

export const overtaken = (brandId: string, competitorId: string, name = 'Quorvane'): Announced => ({
  type: 'competitor.alert',
  data: {
    brandId,
    competitorId,
    name,
    move: 'overtook',
    measure: 'score',
    previous: 50.2,
    current: 61.7,
    delta: 11.5,
    window: '7d',
    interval: [55, 68.4],
    significant: true,
    platformWide: false,
    answers: 100,
    brandScore: 60,
    fingerprint: 'overtook-1',
    answerIds: [],
    simulated: false,
  },
})
