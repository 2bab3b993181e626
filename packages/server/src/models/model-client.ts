import type { ModelQuestion } from '../engine/reading/judging/question.ts'
import { unread } from '../platforms/failures.ts'
import { askModel, estimatedModelUsd, type AskOptions, type ModelReader, type ModelReply } from '../platforms/model.ts'
import { modelKeyPlace, type Encryption } from '../base/encryption.ts'
import type { StoredModelKey } from '../store/accounts/model-keys.ts'
import type { TextReading } from '../threads/text-threads.ts'

/** An organization's own model, asked with its own key. */
export type ModelClient = {
  /** Never throws. A failure's code is stable and ours: invalid_key, out_of_credit, rate_limited, unreadable … */
  ask(
    organizationId: string,
    key: StoredModelKey,
    question: ModelQuestion,
    options?: { maxTries: number },
  ): Promise<ModelAnswer>
  /** US dollars by list price; null: the model is not in the table. */
  estimatedUsd(model: string, tokens: { input: number; output: number }): number | null
}
export type ModelAnswer =
  | { reply: ModelReply; failure: null }
  | {
      reply: null
      failure: {
        code: string
        /** `passing`: the same may be asked later; `this`: only this question fails; `lasting`: another one would as well. */
        lasts: 'passing' | 'this' | 'lasting'
        retryAfterMs: number | null
      }
    }

/** The key is opened for the moment of a call, here and nowhere else. */
export function createModelClient(
  encryption: Encryption,
  { threads, ...options }: AskOptions & { threads: TextReading },
): ModelClient {
  return {
    estimatedUsd: estimatedModelUsd,
    ask: async (organizationId, { provider, model, sealed }, question, tries) => {
      const apiKey = unsealed(encryption, sealed, organizationId)
      if (apiKey === null)
        return { reply: null, failure: { code: 'sealed_elsewhere', lasts: 'lasting', retryAfterMs: null } }
      const { reply, failure } = await askModel({ provider, model, apiKey }, question, {
        ...options,
        ...tries,
        reader: readerOf(threads, organizationId),
      })
      if (!failure) return { reply, failure }
      const { code, kind, retryAfterMs } = failure
      return { reply: null, failure: { code, lasts: LASTS[kind], retryAfterMs } }
    },
  }
}

/** What a model sends is a stranger's text as well. */
const readerOf = (threads: TextReading, organizationId: string): ModelReader => ({
  failure: async (provider, reply) => {
    const judged = await threads.one(organizationId, 'judgeModelReply', provider, reply)
    return judged.unread === null ? judged.value : unread(judged.unread)
  },
  read: async (asked, reply) => {
    const read = await threads.one(organizationId, 'readModelReply', asked, reply)
    return read.unread === null ? read.value : { reply: null, failure: unread(read.unread) }
  },
})

const LASTS = {
  wait: 'passing',
  once: 'this',
  garbled: 'this',
  unread: 'this',
  stop: 'lasting',
  never: 'lasting',
} as const

/** Null: it was sealed with another SIGHTLINE_SECRET, and has to be set again. */
function unsealed(encryption: Encryption, sealed: Buffer, organizationId: string): string | null {
  try {
    return encryption.unseal(sealed, modelKeyPlace(organizationId))
  } catch {
    return null
  }
}
