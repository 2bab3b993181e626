import type { ModelProvider } from '@sightline/sdk'
import { chatDraftOf, chatOf, failureOfChat } from './chat.ts'
import { failureOfMessage } from './claude.ts'
import { readMessage } from './claude-message.ts'
import { askPatiently, type CollectOptions } from './collect.ts'
import { failure as failed } from './failures.ts'
import { asNumber, at, parseBody } from './json.ts'
import type { Connection, Failure, HttpRequest, Reply } from './platform.ts'
import { computedCost } from './prices.ts'

/** A chat model, asked for an answer of a given form. It searches nothing and remembers nothing. */
export type Ask = {
  instructions: string
  /** May hold text from outside. */
  material: string
  /** JSON Schema of the answer. */
  schema: Record<string, unknown>
  maxTokens: number
}

export type ModelReply = {
  /** As the model wrote it: to be held against the schema by whoever asked. */
  answer: unknown
  /** As named in the reply. */
  model: string | null
  inputTokens: number
  outputTokens: number
  usd: number | null
}
export type ModelResult = { reply: ModelReply; failure: null } | { reply: null; failure: Failure }

export type ModelAddresses = { [Provider in ModelProvider]: string }
export type AskOptions = CollectOptions & { addresses: ModelAddresses; reader?: ModelReader }

/** Who judges and reads a model's replies: `modelReader`, or somebody who has it done elsewhere. */
export type ModelReader = {
  failure(provider: ModelProvider, reply: Reply): Promise<Failure | null> | Failure | null
  read(asked: AskedModel, reply: Reply): Promise<ModelResult> | ModelResult
}
export type AskedModel = { provider: ModelProvider; model: string }

/** Questions are short and answers shorter: a model that takes longer is asked again. */
const TIMEOUT_MS = 60_000
const MAX_TRIES = 3

/** Asks a provider's model with somebody's own key. Never throws; its failures never hold the key. */
export async function askModel(
  { provider, model, apiKey }: { provider: ModelProvider; model: string; apiKey: string },
  ask: Ask,
  options: AskOptions,
): Promise<ModelResult> {
  const { addresses, reader = modelReader } = options
  const request = wires[provider].request({ apiKey, model, baseUrl: addresses[provider] }, ask)
  const platform = { timeoutMs: TIMEOUT_MS, failure: (reply: Reply) => reader.failure(provider, reply) }
  const { reply, failure } = await askPatiently(platform, request, { maxTries: MAX_TRIES, ...options })
  if (failure) return { reply: null, failure }
  if (!reply) return { reply: null, failure: failed('garbled', 'unreadable') }
  return reader.read({ provider, model }, reply)
}

export const modelReader = {
  failure: (provider: ModelProvider, reply: Reply) => wires[provider].failure(reply),
  read: ({ provider, model }: AskedModel, reply: Reply): ModelResult => ({
    reply: wires[provider].read(reply, model),
    failure: null,
  }),
} satisfies ModelReader

/** What the same tokens cost by list price, in US dollars; null: the model is not in the table. */
export const estimatedModelUsd = (model: string, tokens: { input: number; output: number }): number | null =>
  computedCost(model, usageOf(tokens.input, tokens.output)).usd

type Wire = {
  request(connection: Required<Connection>, ask: Ask): HttpRequest
  failure(reply: Reply): Failure | null
  read(reply: Reply, askedModel: string): ModelReply
}

const TOOL = 'answer'

const wires: { [Provider in ModelProvider]: Wire } = {
  openai: {
    request: ({ baseUrl, apiKey, model }, { instructions, material, schema, maxTokens }) => ({
      method: 'POST',
      url: `${baseUrl}/v1/chat/completions`,
      headers: { authorization: `Bearer ${apiKey}` },
      body: {
        model,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: material },
        ],
        response_format: { type: 'json_schema', json_schema: { name: TOOL, strict: true, schema } },
        // Thoughts count as output, and cannot be switched off for all models.
        max_completion_tokens: maxTokens + 1_500,
        store: false,
      },
    }),
    failure: failureOfChat,
    read: (reply, askedModel) => {
      const { text, model, usage } = chatDraftOf(chatOf(reply) ?? {})
      return toReply(parseBody(text), model ?? askedModel, usage.inputTokens, usage.outputTokens)
    },
  },
  anthropic: {
    request: ({ baseUrl, apiKey, model }, { instructions, material, schema, maxTokens }) => ({
      method: 'POST',
      url: `${baseUrl}/v1/messages`,
      headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
      body: {
        model,
        max_tokens: maxTokens + 200,
        system: instructions,
        messages: [{ role: 'user', content: material }],
        tools: [{ name: TOOL, description: 'Takes your answer.', input_schema: schema }],
        tool_choice: { type: 'tool', name: TOOL },
      },
    }),
    failure: failureOfMessage,
    read: (reply, askedModel) => {
      const { content, model, usage } = readMessage(reply)
      const call = content.find((block) => at(block, 'type') === 'tool_use')
      const input = asNumber(usage['input_tokens'])
      return toReply(at(call, 'input'), model ?? askedModel, input, asNumber(usage['output_tokens']))
    },
  },
}

function toReply(answer: unknown, model: string, input: number | null, output: number | null): ModelReply {
  return {
    answer,
    model,
    inputTokens: input ?? 0,
    outputTokens: output ?? 0,
    usd: computedCost(model, usageOf(input, output)).usd,
  }
}

const usageOf = (inputTokens: number | null, outputTokens: number | null) => ({
  inputTokens,
  outputTokens,
  reasoningTokens: null,
  searches: null,
})
