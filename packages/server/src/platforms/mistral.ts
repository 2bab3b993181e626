import { mergeCitations } from './citations.ts'
import type { FoundCitation } from './citations.ts'
import { cut } from './cut.ts'
import { failure, failureOfStatus, unreadable } from './failures.ts'
import { asArray, asNumber, asRecord, asString, at, parseBody } from './json.ts'
import type { Connection, Failure, Finish, HttpRequest, Platform, Question, Reading, Reply, Usage } from './platform.ts'
import { computedCost } from './prices.ts'
import { failedReading, settle } from './reading.ts'
import { readSource } from './urls.ts'

/** Mistral Conversations with the `web_search` connector. It takes no place and tells no queries. */
export function createMistral(connection: Connection): Platform {
  return {
    slug: 'mistral',
    provider: 'mistral',
    surface: 'api',
    parserVersion: 1,
    timeoutMs: 120_000,
    request: (question, replies) => (replies.length === 0 ? requestOf(connection, question) : null),
    failure: failureOf,
    read,
  }
}

function requestOf(connection: Connection, question: Question): HttpRequest {
  return {
    method: 'POST',
    url: `${connection.baseUrl}/v1/conversations`,
    headers: { authorization: `Bearer ${connection.apiKey}` },
    body: {
      model: connection.model ?? 'mistral-medium-latest',
      inputs: question.text,
      tools: [{ type: 'web_search' }],
      stream: false,
      store: false,
    },
  }
}

function failureOf(reply: Reply): Failure | null {
  const answer = answerOf(reply)
  if (reply.status >= 300) return failureOfStatus(reply)
  if (answer === null) return unreadable(reply)
  if (answer.finish === 'error') return failure('wait', 'server_error', 'finish reason error')
  return answer.text === '' ? failure('once', 'empty_reply', 'the answer has no text') : null
}

function read(replies: Reply[]): Reading {
  const last = replies.at(-1)
  const problem = last === undefined ? null : failureOf(last)
  const answer = last === undefined ? null : answerOf(last)
  if (problem !== null && problem.kind !== 'once') return failedReading(problem.code)
  if (answer === null) return failedReading('unreadable')
  const { text, found, finish, searched, model, usage, unknownItems } = answer
  return {
    ...settle(finish, text),
    text,
    citations: mergeCitations(found),
    listed: [],
    searches: null,
    searched,
    model,
    usage,
    cost: computedCost(model, usage),
    location: null,
    unknownItems,
    errorCode: null,
  }
}

type ReplyText = {
  text: string
  found: FoundCitation[]
  finish: Finish
  searched: boolean
  model: string | null
  usage: Usage
  unknownItems: number
}

function answerOf(reply: Reply): ReplyText | null {
  const body = readBody(reply)
  if (Array.isArray(body['choices'])) return chatOf(body)
  return Array.isArray(body['outputs']) ? conversationOf(body, body['outputs']) : null
}

/** Of a batch, whether a job with its outputs or a file with a line an answer, the first answer is read. */
function readBody(reply: Reply): Record<string, unknown> {
  const body = parseBody(reply.body) ?? parseBody(reply.body.trimStart().split('\n', 1)[0] ?? '')
  return asRecord(at(body, 'response', 'body') ?? at(body, 'outputs', 0, 'response', 'body') ?? body)
}

function conversationOf(body: Record<string, unknown>, entries: unknown[]): ReplyText {
  const isExecution = (entry: unknown) => at(entry, 'type') === 'tool.execution'
  const isMessage = (entry: unknown) => at(entry, 'type') === 'message.output'
  // A message before the last tool call announces what comes; without one after it, it is all there is.
  const final = entries.slice(entries.findLastIndex(isExecution) + 1).filter(isMessage)
  const messages = final.length > 0 ? final : entries.filter(isMessage)
  const executions = entries.filter((entry) => isExecution(entry) && isWebSearch(at(entry, 'name')))
  const answer = messageOf(messages.map((message) => at(message, 'content')))
  const unknownEntries = entries.filter((entry) => !knownEntries.test(asString(at(entry, 'type')) ?? ''))
  return {
    ...answer,
    finish: 'complete',
    searched: executions.length > 0 || answer.found.length > 0,
    model: asString(at(messages.at(-1), 'model')) ?? asString(body['model']),
    usage: usageOf(body, executions.length),
    unknownItems: answer.unknownItems + unknownEntries.length,
  }
}

/** The chat shape has no web search; batches answer in it. */
function chatOf(body: Record<string, unknown>): ReplyText {
  const choice = at(body, 'choices', 0)
  return {
    ...messageOf([at(choice, 'message', 'content')]),
    finish: finishOf(asString(at(choice, 'finish_reason'))),
    searched: false,
    model: asString(body['model']),
    usage: usageOf(body, 0),
  }
}

const isWebSearch = (name: unknown): boolean => asString(name)?.startsWith('web_search') ?? false

const knownEntries = /^(message\.(input|output)|tool\.execution|function\.(call|result)|agent\.handoff)$/

const knownChunks = /^(text|tool_reference|thinking|image_url|document_url|tool_file|reference)$/

/** Contents are a string or a list of chunks; a reference stands behind the words before it (N11). */
function messageOf(contents: unknown[]): { text: string; found: FoundCitation[]; unknownItems: number } {
  let original = ''
  let unknownItems = 0
  const found: FoundCitation[] = []
  for (const content of contents) {
    let claim: FoundCitation['span'] = null
    if (original !== '') original += '\n\n'
    for (const chunk of asArray(content)) {
      const type = typeof chunk === 'string' ? 'text' : (asString(at(chunk, 'type')) ?? '')
      const text = type === 'text' ? (asString(chunk) ?? asString(at(chunk, 'text')) ?? '') : ''
      if (/[\p{L}\p{N}]/u.test(text)) claim = trimmed(original, text)
      original += text
      if (!knownChunks.test(type)) unknownItems++
      const source = type === 'tool_reference' ? readSource(at(chunk, 'url'), at(chunk, 'title')) : null
      if (source !== null) found.push({ source, span: claim })
    }
  }
  const clean = cut(original, [])
  const moved = found.map(({ source, span }) => ({
    source,
    span: span && { start: clean.at(span.start), end: clean.at(span.end) },
  }))
  return { text: clean.text, found: moved, unknownItems }
}

const trimmed = (before: string, text: string): { start: number; end: number } => ({
  start: before.length + text.length - text.trimStart().length,
  end: before.length + text.trimEnd().length,
})

function finishOf(reason: string | null): Finish {
  switch (reason) {
    case 'length':
    case 'model_length':
      return 'length'
    case 'error':
      return 'error'
    default:
      return 'complete'
  }
}

/** N23: what the connector read is billed apart and counts as input. */
function usageOf(body: Record<string, unknown>, executions: number): Usage {
  const usage = asRecord(body['usage'])
  const prompt = asNumber(usage['prompt_tokens'])
  const connectors = Object.entries(asRecord(usage['connectors'])).filter(([name]) => isWebSearch(name))
  const counts = connectors.map(([, count]) => asNumber(count) ?? 0)
  return {
    inputTokens: prompt === null ? null : prompt + (asNumber(usage['connector_tokens']) ?? 0),
    outputTokens: asNumber(usage['completion_tokens']),
    reasoningTokens: null,
    searches: counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : executions,
  }
}
