import type { ModelQuestion } from './engine/judging/question.ts'
import { askModel, estimatedModelUsd, type AskOptions, type ModelReply } from './platforms/model.ts'
import { modelKeyPlace, type Sealing } from './sealing.ts'
import type { StoredModelKey } from './store/model-keys.ts'

/** An organization's own model, asked with its own key. */
export type ModelAsker = {
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
export function createModelAsker(sealing: Sealing, options: AskOptions): ModelAsker {
  return {
    estimatedUsd: estimatedModelUsd,
    ask: async (organizationId, { provider, model, sealed }, question, tries) => {
      const apiKey = unsealed(sealing, sealed, organizationId)
      if (apiKey === null)
        return { reply: null, failure: { code: 'sealed_elsewhere', lasts: 'lasting', retryAfterMs: null } }
      const { reply, failure } = await askModel({ provider, model, apiKey }, question, { ...options, ...tries })
      if (!failure) return { reply, failure }
      const { code, kind, retryAfterMs } = failure
      return { reply: null, failure: { code, lasts: LASTS[kind], retryAfterMs } }
    },
  }
}

const LASTS = { wait: 'passing', once: 'this', garbled: 'this', stop: 'lasting', never: 'lasting' } as const

/** Null: it was sealed with another SIGHTLINE_SECRET, and has to be set again. */
function unsealed(sealing: Sealing, sealed: Buffer, organizationId: string): string | null {
  try {
    return sealing.unseal(sealed, modelKeyPlace(organizationId))
  } catch {
    return null
  }
}
