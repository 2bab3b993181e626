import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTenantCap, type TenantCap, type Admission } from './tenant-cap.ts'

/** Takes all that it gets. */
function flood(cap: TenantCap, organizationId: string): Admission[] {
  const places: Admission[] = []
  for (let place = cap.enter(organizationId); place; place = cap.enter(organizationId)) places.push(place)
  return places
}

test('an organization gets a quarter of the places, and again when it leaves them; others are not touched by it', () => {
  const cap = createTenantCap(8)
  const [first] = flood(cap, 'org_a')
  assert.equal(cap.enter('org_a'), null)
  assert.equal(flood(cap, 'org_b').length, 2)
  first?.leave()
  assert.ok(cap.enter('org_a'))
  assert.equal(cap.enter('org_a'), null)
})

test('B13 however many send all they can, a quarter of the places is free for those who have none', () => {
  for (const floods of [1, 3, 4, 10, 60]) {
    const cap = createTenantCap(100)
    const taken = Array.from({ length: floods }, (_, index) => flood(cap, `flood ${index}`))
    // Each goes on until it has sent what it has under way, and no longer than it may.
    const kept = taken.map((places) => {
      while (places.some((place) => !place.isWithinCap())) places.pop()?.leave()
      return places.length
    })
    const all = kept.reduce((sum, places) => sum + places, 0)
    assert.ok(all <= 75, `${floods} floods keep ${all}`)
    assert.ok(Math.max(...kept) - Math.min(...kept) <= 1, `${floods} floods have ${kept.join(', ')}`)
    assert.ok(cap.enter('small'))
  }
})
