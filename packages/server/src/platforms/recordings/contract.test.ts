import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createChatgpt } from '../chatgpt.ts'
import { createClaude } from '../claude.ts'
import { createCopilot } from '../copilot.ts'
import { createDeepseek } from '../deepseek.ts'
import { expectedAnthropic } from './expected-anthropic.ts'
import { expectedCopilot } from './expected-copilot.ts'
import { expectedDataforseoMentions } from './expected-dataforseo-mentions.ts'
import { expectedDataforseo } from './expected-dataforseo.ts'
import { expectedDeepseek } from './expected-deepseek.ts'
import { expectedGemini } from './expected-gemini.ts'
import { expectedGoogleAiMode } from './expected-google-ai-mode.ts'
import { expectedGoogleAio } from './expected-google-aio.ts'
import { expectedMistral } from './expected-mistral.ts'
import { expectedOpenai } from './expected-openai.ts'
import { expectedOpenrouter } from './expected-openrouter.ts'
import { expectedPerplexity } from './expected-perplexity.ts'
import { expectedXai } from './expected-xai.ts'
import { type Expected, type ExpectedRequest, slicesOf } from './expected.test-support.ts'
import { createGemini } from '../gemini.ts'
import { createGoogleAiMode } from '../google-ai-mode.ts'
import { createGoogleAio } from '../google-aio.ts'
import { createGrok } from '../grok.ts'
import { asString, at } from '../json.ts'
import { createMistral } from '../mistral.ts'
import { createPerplexity } from '../perplexity.ts'
import type { Platform, Question, Reading } from '../platform.ts'
import {
  type Received,
  type Recording,
  readRecording,
  recordingNames,
  recordingsHome,
  replay,
} from './recordings.test-support.ts'

/** One folder of recordings, what each file must become, and the adapter that reads it. */
export type ContractEntry = {
  folder: string
  expected: Expected[]
  /** The recording is at hand for what stands in addresses (Gemini's model) or tells two vendors apart. */
  create: (baseUrl: string, recording: Recording) => Platform
  /** Files that belong to another entry, or that are no exchange of this platform. */
  except?: string[]
}

const connection = (baseUrl: string) => ({ apiKey: 'test', baseUrl })

/** The vendor whose recording it is. */
const vendorOf = (baseUrl: string, { request }: Recording) =>
  request?.url.includes('dataforseo')
    ? { dataforseo: { login: 'test', password: 'test', baseUrl } }
    : { serpapi: connection(baseUrl) }

const entries: ContractEntry[] = [
  { folder: 'openai', expected: expectedOpenai, create: (baseUrl) => createChatgpt(connection(baseUrl)) },
  { folder: 'xai', expected: expectedXai, create: (baseUrl) => createGrok(connection(baseUrl)) },
  { folder: 'deepseek', expected: expectedDeepseek, create: (baseUrl) => createDeepseek(connection(baseUrl)) },
  { folder: 'perplexity', expected: expectedPerplexity, create: (baseUrl) => createPerplexity(connection(baseUrl)) },
  { folder: 'openrouter', expected: expectedOpenrouter, create: (baseUrl) => createPerplexity(connection(baseUrl)) },
  {
    folder: 'anthropic',
    expected: expectedAnthropic,
    create: (baseUrl, recording) => createClaude({ apiKey: 'test', baseUrl, model: modelOf(recording) }),
  },
  {
    folder: 'google-gemini',
    expected: expectedGemini,
    create: (baseUrl, recording) => createGemini({ apiKey: 'test', baseUrl, model: modelOf(recording) }),
  },
  {
    folder: 'mistral',
    expected: expectedMistral,
    create: (baseUrl, recording) => createMistral({ apiKey: 'test', baseUrl, model: modelOf(recording) }),
  },
  {
    folder: 'google-aio',
    expected: [...expectedGoogleAio, ...expectedDataforseoMentions],
    create: (baseUrl, recording) => createGoogleAio(vendorOf(baseUrl, recording)),
  },
  {
    folder: 'google-ai-mode',
    expected: expectedGoogleAiMode,
    create: (baseUrl, recording) => createGoogleAiMode(vendorOf(baseUrl, recording)),
  },
  {
    folder: 'bing-copilot',
    expected: expectedCopilot,
    create: (baseUrl) => createCopilot({ serpapi: connection(baseUrl) }),
  },
  {
    folder: 'dataforseo',
    expected: expectedDataforseo,
    create: (baseUrl, recording) => createGoogleAio(vendorOf(baseUrl, recording)),
  },
]

const modelOf = ({ request }: Recording): string =>
  asString(at(request, 'body', 'model')) ?? /models\/([^:]+)/.exec(request?.url ?? '')?.[1] ?? 'any-model'

const home = recordingsHome(process.env)

suite(
  'Every adapter reads what its platform really sent',
  { skip: home === null && 'recordings folder not found, skipped' },
  () => {
    for (const entry of entries) {
      for (const expected of entry.expected) {
        test(`${entry.folder}/${expected.file}${expected.line === undefined ? '' : ` line ${expected.line}`}`, () =>
          check(home ?? '', entry, expected))
      }
      test(`${entry.folder}: every recording of grade A and B has an expectation`, () => {
        const stated = new Set([
          ...entry.expected.flatMap(({ file, then = [] }) => [file, ...then]),
          ...(entry.except ?? []),
        ])
        const proven = recordingNames(home ?? '', entry.folder).filter((name) =>
          ['recorded-http', 'recorded-body', 'recorded-stream'].includes(
            readRecording(home ?? '', entry.folder, name).source.kind,
          ),
        )
        assert.deepEqual(
          proven.filter((name) => !stated.has(name)),
          [],
        )
      })
    }
  },
)

async function check(home: string, entry: ContractEntry, expected: Expected): Promise<void> {
  const recordings = [expected.file, ...(expected.then ?? [])].map((name) => readRecording(home, entry.folder, name))
  const responses = recordings.map(({ response }) =>
    expected.line === undefined ? response : { ...response, text: response.text?.split('\n')[expected.line] ?? '' },
  )
  const question: Question = {
    text: 'best crm for small business',
    locale: { country: null, language: null },
    ...expected.request?.question,
  }
  const create = (baseUrl: string) => entry.create(baseUrl, recordings[0]!)
  const collected = await replay(responses, create, question)
  checkReading(collected.reading, expected)
  checkAlways(collected.reading)
  if (expected.failure !== undefined) checkPart(collected.failure, expected.failure)
  if (expected.tries !== undefined) assert.equal(collected.tries, expected.tries, 'tries')
  if (expected.request) checkRequest(collected.received[0]!, recordings[0]!, expected.request)
}

function checkReading(reading: Reading, expected: Expected): void {
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

function checkPart(actual: object | null, part: object | null): void {
  if (part === null || actual === null) return assert.equal(actual, part)
  for (const [name, value] of Object.entries(part)) assert.deepEqual(at(actual, name), value, name)
}

function checkRequest(received: Received, { request }: Recording, expected: ExpectedRequest): void {
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
