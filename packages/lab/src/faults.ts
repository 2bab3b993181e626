import type { LabPlatform, LabProvider } from './platforms.ts'
import { mix, uniform } from './random.ts'
import type { RetryHint } from './wires/wire.ts'

/** What goes wrong. HTTP failures come in the provider's own shape. */
export type Fault =
  /** 429. `hint` (default `seconds`) says how the pause of `waitMs` (default 1000) is told. */
  | { kind: 'rate_limited'; hint?: RetryHint; waitMs?: number }
  /** 500. */
  | { kind: 'server_error' }
  /** 529 at Anthropic, 503 elsewhere. */
  | { kind: 'overloaded' }
  /** The account is empty: 429, 400 or 402, or HTTP 200 with a failed task (DataForSEO). */
  | { kind: 'out_of_credit' }
  | { kind: 'invalid_key' }
  /** The answer comes, but late. Goes together with any other fault. */
  | { kind: 'slow'; delayMs: number }
  /** The connection is cut in the middle of the body. */
  | { kind: 'cut' }
  /** HTTP 200 with half of the JSON. */
  | { kind: 'malformed' }
  /** HTTP 200 without text, with a refusal, or without an AI answer. */
  | { kind: 'empty' }
  | { kind: 'refusal' }
  | { kind: 'not_triggered' }
  /** The answer names another model. Goes together with any other fault. */
  | { kind: 'model_change'; model: string }

/** A fault and the requests it strikes; what is left out matches everything. */
export type FaultRule = Fault & {
  provider?: LabProvider
  platform?: LabPlatform
  /** A part of the prompt. */
  prompt?: string
  /** Of the matching requests; default 1. */
  probability?: number
  /** Lets so many matching requests pass first; default 0. */
  skip?: number
  /** Strikes so often at most; default: no limit. */
  count?: number
}

type FaultTarget = { provider: LabProvider; platform: LabPlatform; prompt: string }

/** What happens to one request. `struck`: every fault that strikes it, `decisive` the one that takes the answer's place. */
export type Verdict = { delayMs: number; model: string | null; decisive: DecisiveFault | null; struck: Fault['kind'][] }
type DecisiveFault = Exclude<Fault, { kind: 'slow' | 'model_change' }>

export type FaultScript = {
  add: (rule: FaultRule) => void
  clear: () => void
  /** Rules are tried in the order in which they were added; the first that strikes decides. */
  judge: (target: FaultTarget) => Verdict
}

/** Chance depends only on the seed, the rule's position and how many requests have matched it. */
export const createFaults = (seed: number, script: readonly FaultRule[]): FaultScript => {
  let rules: { rule: FaultRule; salt: number; matched: number; struck: number }[] = []
  let added = 0
  const add = (rule: FaultRule): void => {
    rules.push({ rule, salt: mix(mix(seed, 0xfa17), added++), matched: 0, struck: 0 })
  }
  for (const rule of script) add(rule)
  return {
    add,
    clear: () => {
      rules = []
    },
    judge: (target) => {
      const verdict: Verdict = { delayMs: 0, model: null, decisive: null, struck: [] }
      for (const entry of rules) {
        const { rule, salt } = entry
        if (!isAimedAt(rule, target)) continue
        const order = entry.matched++
        if (order < (rule.skip ?? 0) || entry.struck >= (rule.count ?? Infinity)) continue
        if (uniform(mix(salt, order)) >= (rule.probability ?? 1)) continue
        entry.struck++
        verdict.struck.push(rule.kind)
        if (rule.kind === 'slow') verdict.delayMs += rule.delayMs
        else if (rule.kind === 'model_change') verdict.model = rule.model
        else return { ...verdict, decisive: rule }
      }
      return verdict
    },
  }
}

const isAimedAt = (rule: FaultRule, { provider, platform, prompt }: FaultTarget): boolean =>
  (rule.provider ?? provider) === provider &&
  (rule.platform ?? platform) === platform &&
  (rule.prompt === undefined || prompt.includes(rule.prompt))
