import { noEvidence, rivalsOnly, type Advice, type Detector } from '../advice.ts'
import { kindsOfAdvice } from '../kinds.ts'
import { answersOf, namedIn, rivalsNamed, sumOf, type MeasuredCell, type Situation } from '../situation.ts'
import { counted, during, namedTimes, quoted } from '../words.ts'
import { cellsByPrompt, GAP, isGap } from './gap-prompts.ts'

/** Single questions whose answers name rivals and hardly ever the brand. */
export const findPromptGaps: Detector = (situation) =>
  [...cellsByPrompt(situation)].flatMap(([promptId, cells]) =>
    isGap(situation, cells) ? [adviceOn(situation, promptId, cells)] : [],
  )

function adviceOn(situation: Situation, promptId: string, cells: readonly MeasuredCell[]): Advice {
  const { brand } = situation
  const havers = rivalsNamed(situation, cells, GAP.minRivalShare)
  const answers = answersOf(cells)
  const named = sumOf(cells, (cell) => namedIn(cell, brand.id))
  const question = situation.prompt(promptId).text
  return {
    kind: 'prompt_gap',
    subject: promptId,
    title: `Answer the question ${quoted(question)}`,
    summary: `${during(situation)} ${named} of ${counted(answers, 'answer')} to ${quoted(question)} named ${brand.name}; they named ${namedTimes(situation, havers, cells)}. Publish a page that answers just this question with facts that can be checked, and see which sources the answers draw on.`,
    effort: kindsOfAdvice.prompt_gap.effort,
    cells: cells.map(({ platform }) => ({ promptId, platform, reach: 1 })),
    havers,
    lacks: 'presence',
    answers,
    evidence: noEvidence,
    shownBy: rivalsOnly,
  }
}
