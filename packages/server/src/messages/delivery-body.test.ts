import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deliveryBody } from './delivery-body.ts'
import { plainEvents } from './events.test-support.ts'

const brandName = 'Fernhold'
const publicUrl = 'https://sightline.example'

describe('a message in a chat', () => {
  test('leads to the page that shows what it tells of', () => {
    const { scoreChanged, recommendationNew } = plainEvents
    const score = deliveryBody('slack', scoreChanged, { brandName, publicUrl })
    assert.ok(score.includes(`${publicUrl}/brands/${scoreChanged.data.brandId}`))
    assert.equal(recommendationNew.type, 'recommendation.new')
    const advice = deliveryBody('teams', recommendationNew, { brandName, publicUrl })
    assert.match(advice, /https:\/\/sightline\.example\/brands\/brd_\w+\/recommendations\/rec_\w+/)
  })

  test('of a test leads to the application, and without an address of it nowhere', () => {
    const tested = deliveryBody('slack', { ...plainEvents.scoreChanged, test: true }, { brandName, publicUrl })
    assert.ok(tested.includes(`${publicUrl}/`) && !tested.includes('/brands/'))
    assert.ok(!deliveryBody('discord', plainEvents.scoreChanged, { brandName, publicUrl: null }).includes('http'))
  })

  test('as the event itself it is the event and nothing else', () => {
    const body = deliveryBody('event', plainEvents.scoreChanged, { brandName, publicUrl })
    assert.deepEqual(JSON.parse(body), plainEvents.scoreChanged)
  })
})
