import { asArray, asNumber, asRecord, asString, at, parseBody } from './json.ts'
import type { Reply } from './platform.ts'
import { isEventStream, readEvents } from './sse.ts'

export type Message = {
  isMessage: boolean
  content: unknown[]
  stopReason: string | null
  model: string | null
  usage: Record<string, unknown>
  error: Record<string, unknown> | null
}

/** One message out of any form it comes in: plain, streamed, or a line of a batch's results. */
export function readMessage(reply: Reply): Message {
  const body = isEventStream(reply) ? messageOfEvents(reply.body) : messageOfJson(reply.body)
  const error = at(body, 'error')
  return {
    isMessage: Array.isArray(body['content']),
    content: asArray(body['content']),
    stopReason: asString(body['stop_reason']),
    model: asString(body['model']),
    usage: asRecord(body['usage']),
    error: error === undefined || error === null ? null : asRecord(error),
  }
}

/** A file of batch results has a line an answer; given whole, its first line is read. */
function messageOfJson(text: string): Record<string, unknown> {
  const body = parseBody(text) ?? parseBody(text.trimStart().split('\n', 1)[0] ?? '')
  const result = at(body, 'result')
  return asRecord(at(result, 'message') ?? at(result, 'error') ?? body)
}

function messageOfEvents(stream: string): Record<string, unknown> {
  let message: Record<string, unknown> = {}
  let usage: Record<string, unknown> = {}
  const blocks = new Map<number, Block>()
  for (const { data } of readEvents(stream)) {
    const event = asRecord(parseBody(data))
    const index = asNumber(event['index']) ?? -1
    switch (event['type']) {
      case 'error':
        return event
      case 'message_start':
        message = { ...asRecord(event['message']) }
        usage = { ...asRecord(message['usage']) }
        break
      case 'content_block_start':
        blocks.set(index, { ...asRecord(event['content_block']) })
        break
      case 'content_block_delta':
        applyDelta(blocks.get(index), asRecord(event['delta']))
        break
      case 'content_block_stop':
        closeBlock(blocks.get(index))
        break
      case 'message_delta': {
        // The counts are running totals: the later event replaces what the first one named.
        Object.assign(usage, event['usage'])
        Object.assign(message, event['delta'])
        break
      }
    }
  }
  return { ...message, usage, ...(blocks.size > 0 && { content: [...blocks.values()] }) }
}

type Block = Record<string, unknown>

function applyDelta(block: Block | undefined, delta: Record<string, unknown>): void {
  if (block === undefined) return
  const append = (key: string, piece: unknown) => (block[key] = (asString(block[key]) ?? '') + (asString(piece) ?? ''))
  switch (delta['type']) {
    case 'text_delta':
      return void append('text', delta['text'])
    case 'thinking_delta':
      return void append('thinking', delta['thinking'])
    case 'signature_delta':
      return void append('signature', delta['signature'])
    case 'input_json_delta':
      return void append('partialInput', delta['partial_json'])
    case 'citations_delta':
      addCitation(block, delta['citation'])
  }
}

function addCitation(block: Block, citation: unknown): void {
  const known = block['citations']
  if (Array.isArray(known)) known.push(citation)
  else block['citations'] = [...asArray(known), citation]
}

/** Tool input is streamed as pieces of JSON text. */
function closeBlock(block: Block | undefined): void {
  if (typeof block?.['partialInput'] !== 'string') return
  block['input'] = parseBody(block['partialInput']) ?? block['input']
  delete block['partialInput']
}
