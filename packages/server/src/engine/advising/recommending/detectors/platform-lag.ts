import { labelOf } from '../../../scoring/report.ts'
import { noEvidence, rivalsOnly, type Advice, type Detector } from '../advice.ts'
import { kindsOfAdvice } from '../kinds.ts'
import { answersOf, type Situation } from '../situation.ts'
import { counted, during, namesOf } from '../words.ts'
import { lagIn } from './lag.ts'

const MIN_PROMPTS = 5
const MIN_ANSWERS = 30

/** Platforms on which the brand stands further behind its rivals than on the others. */
export const findLaggingPlatforms: Detector = (situation) => {
  const platforms = new Set(situation.measured.map(({ platform }) => platform))
  return [...platforms].flatMap((platform) => adviceOn(situation, platform) ?? [])
}

function adviceOn(situation: Situation, platform: string): Advice | undefined {
  const part = situation.measured.filter((cell) => cell.platform === platform)
  const rest = situation.measured.filter((cell) => cell.platform !== platform)
  const lag = lagIn(situation, part, rest, { minPrompts: MIN_PROMPTS, minAnswers: MIN_ANSWERS })
  if (!lag) return undefined
  const { brand } = situation
  const answers = answersOf(part)
  return {
    kind: 'platform_lag',
    subject: platform,
    title: `Catch up on ${labelOf(platform)}`,
    summary: `${during(situation)}, in ${counted(answers, 'answer')} of ${labelOf(platform)}, ${brand.name} stood ${Math.round(-lag.lead)} points behind the median of ${namesOf(situation, lag.havers)}; on the other platforms it was ${behind(lag.leadElsewhere)}. Look at the sources that ${labelOf(platform)} draws on and the others do not, and begin with those.`,
    effort: kindsOfAdvice.platform_lag.effort,
    cells: part.map(({ promptId }) => ({ promptId, platform, reach: 1 })),
    havers: lag.havers,
    lacks: 'presence',
    answers,
    evidence: noEvidence,
    shownBy: rivalsOnly,
  }
}

/** "12 behind", "3 ahead". */
export const behind = (lead: number): string =>
  Math.round(lead) > 0 ? `${Math.round(lead)} ahead` : `${Math.round(-lead)} behind`
