import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createPlatforms } from './catalogue.ts'
import type { Platform, Reply } from './platform.ts'
import { readRecording, recordingNames, recordingsHome } from './recordings/recordings.test-support.ts'

const connection = { apiKey: 'k', baseUrl: 'https://api.invalid' }
const platforms = createPlatforms({
  openai: connection,
  anthropic: connection,
  perplexity: connection,
  xai: connection,
  gemini: connection,
  mistral: connection,
  deepseek: connection,
  serpapi: connection,
})

const names = [
  'output',
  'choices',
  'status',
  'object',
  'type',
  'content',
  'text',
  'annotations',
  'url',
  'title',
  'message',
]
const others = [
  'citations',
  'search_results',
  'usage',
  'error',
  'code',
  'action',
  'queries',
  'delta',
  'response',
  'candidates',
]
const serps = [
  'ai_overview',
  'text_blocks',
  'references',
  'reference_indexes',
  'list',
  'snippet',
  'outputs',
  'finish_reason',
]
const values = [
  'response',
  'completed',
  'failed',
  'message',
  'output_text',
  'url_citation',
  'https://a.com/',
  '[1]',
  'chat.completion',
]

const { tree } = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.constantFrom(...values, null, true, 0, -1, 1e20), fc.string({ unit: 'binary' })),
  tree: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'body' },
    tie('leaf'),
    fc.array(tie('tree'), { maxLength: 3, depthIdentifier: 'body' }),
    fc.dictionary(fc.constantFrom(...names, ...others, ...serps), tie('tree'), { maxKeys: 6, depthIdentifier: 'body' }),
  ),
}))

const body = fc.oneof(
  tree.map((value) => JSON.stringify(value) ?? ''),
  fc
    .array(tree, { maxLength: 4 })
    .map((events) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'null', '[]', '{}', '<html>', '{"object":"response"', 'data: {', '\ufeff{}'),
)

/** What holds for every reading of every reply. */
function checkReading(platform: Platform, reply: Reply): void {
  const failure = platform.failure(reply)
  const reading = platform.read([reply])
  assert.ok(failure === null || failure.code !== '')
  assert.ok(reading.outcome !== 'ok' || reading.text !== '')
  for (const { spans } of reading.citations) {
    for (const { start, end } of spans) assert.ok(start >= 0 && start <= end && end <= reading.text.length)
  }
  assert.ok(reading.text.isWellFormed() && !reading.text.includes('\0'))
}

for (const platform of platforms.values()) {
  test(`${platform.slug}: the strangest body becomes an outcome, never an exception`, () => {
    const status = fc.constantFrom(200, 204, 400, 429, 500)
    const property = fc.property(body, status, (text, status) =>
      checkReading(platform, { status, headers: {}, body: text }),
    )
    fc.assert(property, { numRuns: 300 })
    assert.equal(platform.read([]).outcome, 'failed')
  })
}

const home = recordingsHome(process.env)
const folders = {
  chatgpt: ['openai'],
  grok: ['xai'],
  deepseek: ['deepseek'],
  perplexity: ['perplexity', 'openrouter'],
  claude: ['anthropic'],
  gemini: ['google-gemini'],
  mistral: ['mistral'],
  'google-aio': ['google-aio'],
  'google-ai-mode': ['google-ai-mode'],
  copilot: ['bing-copilot'],
}

/** Every value of a body in turn, exchanged for one that nobody expects there. */
function* exchanged(value: unknown, intruder: unknown): Generator {
  yield intruder
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const other of exchanged(item, intruder)) yield value.with(index, other)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      for (const other of exchanged(item, intruder)) yield { ...value, [name]: other }
    }
  }
}

for (const platform of platforms.values()) {
  const title = `${platform.slug}: a recorded answer with any one value exchanged is still read`
  test(title, { skip: home === null && 'recordings folder not found, skipped' }, () => {
    for (const folder of folders[platform.slug]) {
      for (const name of recordingNames(home ?? '', folder)) {
        const { body } = readRecording(home ?? '', folder, name).response
        if (body === undefined || JSON.stringify(body).length > 5_000) continue
        for (const intruder of [null, 7, 'text', [{}]]) {
          for (const strange of exchanged(body, intruder)) {
            checkReading(platform, { status: 200, headers: {}, body: JSON.stringify(strange) })
          }
        }
      }
    }
  })
}
