import type { Occurrence, Rule, Verdict } from './evidence.ts'
import { isUnambiguous } from './ambiguity.ts'
import { RULES_AGAINST } from './rules-against.ts'
import { RULES_OF_SENSE } from './rules-sense.ts'
import { SPACELESS_RULES } from './rules-spaceless.ts'
import { RULES_OF_SUPPORT } from './rules-support.ts'
import { RULES_OF_WRITING } from './rules-writing.ts'

/** What a doubtful name needs to count. */
export const NEEDED_POINTS = 2

const EVIDENCE: Rule[] = [...RULES_OF_WRITING, ...RULES_OF_SUPPORT, ...RULES_OF_SENSE, ...SPACELESS_RULES]

/** Whether the entity is meant. A name that is like nothing else counts unless a reason forbids it. */
export function judge(place: Occurrence): Verdict {
  const forbidding = RULES_AGAINST.find((rule) => rule.holds(place))
  if (forbidding !== undefined) return { isMention: false, points: forbidding.points, reasons: [forbidding.says] }
  if (isUnambiguous(place.form.likeness)) return { isMention: true, points: NEEDED_POINTS, reasons: [] }
  const holding = EVIDENCE.filter((rule) => rule.holds(place))
  const points = holding.reduce((sum, rule) => sum + rule.points, 0)
  const isMention = points >= NEEDED_POINTS
  return {
    isMention,
    points,
    reasons: holding.filter((rule) => rule.points > 0 === isMention).map((rule) => rule.says),
  }
}
