import { isUnambiguous } from './ambiguity.ts'
import type { Feature, Occurrence, Rule, Verdict } from './evidence.ts'
import { FEATURES_BESIDE } from './features-beside.ts'
import { FEATURES_OF_LAYOUT } from './features-layout.ts'
import { RULES_AGAINST } from './rules-against.ts'
import { RULES_OF_SENSE } from './rules-sense.ts'
import { SPACELESS_RULES } from './rules-spaceless.ts'
import { RULES_OF_SUPPORT } from './rules-support.ts'
import { RULES_OF_WRITING } from './rules-writing.ts'
import type { TextFacts } from './text-facts.ts'
import { BIAS, WEIGHTS } from './weights.ts'

export const FEATURES: readonly Feature[] = [
  ...RULES_OF_WRITING,
  ...RULES_OF_SUPPORT,
  ...RULES_OF_SENSE,
  ...SPACELESS_RULES,
  ...FEATURES_BESIDE,
  ...FEATURES_OF_LAYOUT,
]

/** Whether the entity is meant. A name that is like nothing else counts unless a reason forbids it. */
export function judge(place: Occurrence, facts: TextFacts): Verdict {
  const forbidding = forbiddingRule(place, facts)
  if (forbidding !== undefined) return { isMention: false, probability: 0, reasons: [forbidding.says] }
  if (isUnambiguous(place.form.likeness)) return { isMention: true, probability: 1, reasons: [] }
  let sum = BIAS
  const shares: { says: string; share: number }[] = []
  for (const { says, weight, value } of WEIGHED) {
    const share = weight * Number(value(place, facts))
    if (share === 0) continue
    sum += share
    shares.push({ says, share })
  }
  const isMention = sum >= 0
  const reasons = shares
    .filter(({ share }) => share > 0 === isMention && Math.abs(share) >= LEAST_SHARE)
    .toSorted((one, other) => Math.abs(other.share) - Math.abs(one.share))
    .map(({ says }) => says)
  return { isMention, probability: 1 / (1 + Math.exp(-sum)), reasons }
}

/** What moves the odds by less than a third is no reason to be told. */
const LEAST_SHARE = 0.25

const WEIGHED = FEATURES.flatMap(({ says, value }) => {
  const weight = WEIGHTS[says] ?? 0
  return weight === 0 ? [] : [{ says, weight, value }]
})

export const forbiddingRule = (place: Occurrence, facts: TextFacts): Rule | undefined =>
  RULES_AGAINST.find((rule) => rule.holds(place, facts))
