import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type PlatformSlug, platformSlugs } from '@sightline/sdk'
import { createPlatforms } from '../catalogue.ts'
import type { Platform } from '../platform.ts'
import { checkPart, checkReading, checkRequest } from './check-reading.test-support.ts'
import { CHATGPT_RECORDINGS } from './own-recordings-chatgpt.test-support.ts'
import { COPILOT_RECORDINGS } from './own-recordings-copilot.test-support.ts'
import { GROK_RECORDINGS } from './own-recordings-grok.test-support.ts'
import { GROUNDED_RECORDINGS } from './own-recordings-grounded.test-support.ts'
import { MESSAGES_RECORDINGS } from './own-recordings-messages.test-support.ts'
import { SEARCH_RECORDINGS } from './own-recordings-search.test-support.ts'
import type { OwnRecording } from './own-recordings.test-support.ts'
import { replay } from './recordings.test-support.ts'

const recordings: readonly OwnRecording[] = [
  ...CHATGPT_RECORDINGS,
  ...GROK_RECORDINGS,
  ...MESSAGES_RECORDINGS,
  ...GROUNDED_RECORDINGS,
  ...SEARCH_RECORDINGS,
  ...COPILOT_RECORDINGS,
]

suite('Every adapter reads the exchanges of our own writing', () => {
  for (const recording of recordings) {
    const { platform, vendor, request, response, expected } = recording
    const title = expected.text?.full?.slice(0, 40).replaceAll(/\s+/g, ' ') ?? ''
    test(`${platform}${vendor ? ` of ${vendor}` : ''}: ${title} …`, async () => {
      const question = { text: 'Which one?', locale: { country: null, language: null }, ...expected.request?.question }
      const collected = await replay([response], (baseUrl) => adapterOf(recording, baseUrl), question)
      checkReading(collected.reading, expected)
      if (expected.failure !== undefined) checkPart(collected.failure, expected.failure)
      assert.equal(collected.tries, expected.tries, 'tries')
      if (expected.request) checkRequest(collected.received[0]!, { request }, expected.request)
    })
  }

  test('there are two of each platform at least, one of them with its question', () => {
    const of = (slug: PlatformSlug) => recordings.filter(({ platform }) => platform === slug)
    assert.deepEqual(
      platformSlugs.filter((slug) => of(slug).length < 2 || of(slug).every(({ request }) => request === null)),
      [],
    )
  })
})

function adapterOf({ platform, vendor }: OwnRecording, baseUrl: string): Platform {
  const key = { apiKey: 'test', baseUrl }
  const search = vendor ? { dataforseo: { login: 'test', password: 'test', baseUrl } } : { serpapi: key }
  const models = { openai: key, anthropic: key, perplexity: key, xai: key, gemini: key, mistral: key, deepseek: key }
  const adapter = createPlatforms({ ...models, ...search }).get(platform)
  assert.ok(adapter, `${platform} can be asked`)
  return adapter
}
