import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createChatgpt } from '../chatgpt.ts'
import { createClaude } from '../claude.ts'
import { checkPart, checkReading, checkRequest } from './check-reading.test-support.ts'
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
import type { Expected } from './expected.test-support.ts'
import { createGemini } from '../gemini.ts'
import { createGoogleAiMode } from '../google-ai-mode.ts'
import { createGoogleAio } from '../google-aio.ts'
import { createGrok } from '../grok.ts'
import { asString, at } from '../json.ts'
import { createMistral } from '../mistral.ts'
import { createPerplexity } from '../perplexity.ts'
import type { Platform, Question } from '../platform.ts'
import { type Recording, readRecording, recordingNames, recordingsHome, replay } from './recordings.test-support.ts'

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
  if (expected.failure !== undefined) checkPart(collected.failure, expected.failure)
  if (expected.tries !== undefined) assert.equal(collected.tries, expected.tries, 'tries')
  if (expected.request) checkRequest(collected.received[0]!, recordings[0]!, expected.request)
}
