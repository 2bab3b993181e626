import assert from 'node:assert/strict'
import { at } from '../json.ts'
import type { Reading } from '../platform.ts'
import { type Expected, type ExpectedRequest, slicesOf } from './expected.test-support.ts'
import type { Received, Recording } from './recordings.test-support.ts'

type Stated = Omit<Expected, 'file' | 'then' | 'line'>

/** Whether a reading is what is stated of it, and what every reading must be. */
export function checkReading(reading: Reading, expected: Stated): void {
  const { text = {}, citations, listed } = expected
  assert.deepEqual(
    { outcome: reading.outcome, finish: expected.finish && reading.finish },
    { outcome: expected.outcome, finish: expected.finish },
  )
  if (text.full !== undefined) assert.equal(reading.text, text.full)
  if (text.start !== undefined) assert.equal(reading.text.slice(0, text.start.length), text.start)
  if (text.end !== undefined) assert.equal(reading.text.slice(-text.end.length), text.end)
  for (const part of text.has ?? []) assert.ok(reading.text.includes(part), `text lacks ${part}`)
  for (const part of text.lacks ?? []) assert.ok(!reading.text.includes(part), `text has ${part}`)
  if (text.length !== undefined) assert.equal(reading.text.length, text.length, 'length of the text')
  if (citations) checkCitations(reading, citations)
  if (expected.citationCount !== undefined) assert.equal(reading.citations.length, expected.citationCount, 'citations')
  const urls = reading.listed.map((source) => source.url)
  if (typeof listed === 'object') assert.deepEqual(urls, listed)
  if (typeof listed === 'number') assert.equal(urls.length, listed, 'listed')
  for (const name of ['searches', 'searched', 'model', 'cost', 'location', 'unknownItems', 'errorCode'] as const) {
    if (expected[name] !== undefined) assert.deepEqual(reading[name], expected[name], name)
  }
  if (expected.usage) checkPart(reading.usage, expected.usage)
  checkAlways(reading)
}

function checkCitations(reading: Reading, citations: NonNullable<Expected['citations']>): void {
  assert.deepEqual(
    reading.citations.map((citation) => citation.url),
    citations.map((citation) => citation.url),
  )
  for (const [index, { slices, ...fields }] of citations.entries()) {
    const citation = reading.citations[index]!
    checkPart(citation, fields)
    if (slices) assert.deepEqual(slicesOf(reading.text, citation), slices)
  }
}

/** True for every reading of every platform. */
function checkAlways(reading: Reading): void {
  for (const { spans, count, url } of reading.citations) {
    assert.ok(count >= Math.max(1, spans.length), `count of ${url}`)
    for (const { start, end } of spans)
      assert.ok(start >= 0 && start <= end && end <= reading.text.length, `span of ${url}`)
  }
  const cited = new Set(reading.citations.map((citation) => citation.url))
  assert.deepEqual(
    reading.listed.filter((source) => cited.has(source.url)),
    [],
    'pages both cited and listed',
  )
  assert.equal(
    reading.outcome === 'ok',
    reading.text !== '' && ['complete', 'length'].includes(reading.finish),
    'ok means text',
  )
}

export function checkPart(actual: object | null, part: object | null): void {
  if (part === null || actual === null) return assert.equal(actual, part)
  for (const [name, value] of Object.entries(part)) assert.deepEqual(at(actual, name), value, name)
}

/** Whether what we sent is what the recording shows, at the places that are stated. */
export function checkRequest(
  received: Received,
  { request }: Pick<Recording, 'request'>,
  expected: ExpectedRequest,
): void {
  assert.ok(request, 'the recording has a request')
  const url = new URL(request.url)
  const recorded = {
    method: request.method,
    path: url.pathname,
    body: request.body,
    query: request.query ?? Object.fromEntries(url.searchParams),
  }
  const sent = {
    method: received.method,
    path: received.url.pathname,
    body: received.body,
    query: Object.fromEntries(received.url.searchParams),
    headers: received.headers,
  }
  for (const place of expected.same) {
    const path = place.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
    if (place.startsWith('headers.')) assert.ok(at(sent, ...path), place)
    else assert.deepEqual(at(sent, ...path), at(recorded, ...path), place)
  }
  for (const [place, value] of Object.entries(expected.differs ?? {})) {
    const path = place.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
    assert.deepEqual(at(sent, ...path), value, place)
  }
}
