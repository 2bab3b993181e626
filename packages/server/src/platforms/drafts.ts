import { chatDraftOf, chatOf, failureOfChat } from './chat.ts'
import { listedOnly } from './citations.ts'
import type { Cost, Failure, Reading, Reply } from './platform.ts'
import { readPointers } from './pointers.ts'
import { emptyReading, failedReading, settle } from './reading.ts'
import { type Draft, draftOf, failureOfResponse, responseOf } from './responses.ts'

/** A failure of either OpenAI wire format, told apart by the body. */
export const failureOfEither = (reply: Reply): Failure | null =>
  chatOf(reply) ? failureOfChat(reply) : failureOfResponse(reply)

export type Readers = {
  response: (draft: Draft, response: Record<string, unknown>) => Reading
  chat: (chat: Record<string, unknown>) => Reading
}

/** The last reply by whichever format it has; a failed one by its code. */
export function readEither(replies: Reply[], failureOf: (reply: Reply) => Failure | null, readers: Readers): Reading {
  const reply = replies.at(-1)
  if (!reply) return failedReading('no_reply')
  const failure = failureOf(reply)
  if (failure && failure.kind !== 'once') return failedReading(failure.code)
  const chat = chatOf(reply)
  if (chat) return readers.chat(chat)
  const response = responseOf(reply)
  return response ? readers.response(draftOf(response), response) : failedReading('unreadable')
}

/** A response whose links are its citations. */
export function readDraft(draft: Draft, cost: Cost): Reading {
  const { text, citations, listed, leftOut } = readPointers(draft.text, draft.pointers)
  return {
    ...settle(draft.finish, text),
    text,
    citations,
    listed: listedOnly([...listed, ...draft.consulted], citations),
    searches: draft.searches,
    searched: draft.searched,
    model: draft.model,
    usage: draft.usage,
    cost,
    location: draft.location,
    unknownItems: draft.unknownItems + leftOut,
    errorCode: null,
  }
}

/** A chat whose links are its citations; the format tells no searches, and seldom what they cost. */
export function readPointedChat(chat: Record<string, unknown>): Reading {
  const { text: raw, pointers, finish, model, usage, costUsd } = chatDraftOf(chat)
  const { text, citations, listed, leftOut } = readPointers(raw, pointers)
  return emptyReading({
    ...settle(finish, text),
    text,
    citations,
    listed: listedOnly(listed, citations),
    searched: pointers.length > 0 || (usage.searches ?? 0) > 0,
    model,
    usage,
    cost: reportedCost(costUsd),
    unknownItems: leftOut,
  })
}

export const reportedCost = (usd: number | null): Cost =>
  usd === null ? { usd: null, basis: null } : { usd, basis: 'reported' }
