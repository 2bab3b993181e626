import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCrowd, type Crowd, type Place } from './crowd.ts'

/** Takes all that it gets. */
function flood(crowd: Crowd, organizationId: string): Place[] {
  const places: Place[] = []
  for (let place = crowd.enter(organizationId); place; place = crowd.enter(organizationId)) places.push(place)
  return places
}

test('an organization gets a quarter of the places, and again when it leaves them; others are not touched by it', () => {
  const crowd = createCrowd(8)
  const [first] = flood(crowd, 'org_a')
  assert.equal(crowd.enter('org_a'), null)
  assert.equal(flood(crowd, 'org_b').length, 2)
  first?.leave()
  assert.ok(crowd.enter('org_a'))
  assert.equal(crowd.enter('org_a'), null)
})

test('B13 however many send all they can, a quarter of the places is free for those who have none', () => {
  for (const floods of [1, 3, 4, 10, 60]) {
    const crowd = createCrowd(100)
    const taken = Array.from({ length: floods }, (_, index) => flood(crowd, `flood ${index}`))
    // Each goes on until it has sent what it has under way, and no longer than it may.
    const kept = taken.map((places) => {
      while (places.some((place) => !place.isMine())) places.pop()?.leave()
      return places.length
    })
    const all = kept.reduce((sum, places) => sum + places, 0)
    assert.ok(all <= 75, `${floods} floods keep ${all}`)
    assert.ok(Math.max(...kept) - Math.min(...kept) <= 1, `${floods} floods have ${kept.join(', ')}`)
    assert.ok(crowd.enter('small'))
  }
})
