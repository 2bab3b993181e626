import { noEvidence, type Advice, type Detector } from '../advice.ts'
import { kindsOfAdvice } from '../kinds.ts'
import { answersOf, namedIn, rivalsNamed, sumOf, type MeasuredCell, type Situation } from '../situation.ts'
import { counted, during, namesOf, percent, quoted } from '../words.ts'
import { cellsByPrompt, GAP, gapsOfTopic, isGap } from './gap-prompts.ts'

/** Single questions whose answers name rivals and hardly ever the brand; those of a whole topic are told with it. */
export const findPromptGaps: Detector = (situation) => {
  const byPrompt = cellsByPrompt(situation)
  const isTopicGap = new Map<string, boolean>()
  return [...byPrompt].flatMap(([promptId, cells]) => {
    const { topic } = situation.prompt(promptId)
    if (topic !== null && !isTopicGap.has(topic))
      isTopicGap.set(topic, gapsOfTopic(situation, topic, byPrompt) !== null)
    if (topic !== null && isTopicGap.get(topic)) return []
    const slack = situation.slack('prompt_gap', promptId)
    return isGap(situation, cells, slack) ? [adviceOn(situation, promptId, cells, slack)] : []
  })
}

function adviceOn(situation: Situation, promptId: string, cells: readonly MeasuredCell[], slack: number): Advice {
  const { brand } = situation
  const havers = rivalsNamed(situation, cells, GAP.minRivalShare * slack)
  const answers = answersOf(cells)
  const named = sumOf(cells, (cell) => namedIn(cell, brand.id))
  const question = situation.prompt(promptId).text
  return {
    kind: 'prompt_gap',
    subject: promptId,
    title: `Answer the question ${quoted(question)}`,
    summary: `${during(situation)} ${named} of ${counted(answers, 'answer')} to ${quoted(question)} named ${brand.name}; ${namesOf(situation, havers)} stood in at least ${percent(GAP.minRivalShare * slack)} of them. Publish a page that answers just this question with facts that can be checked, and see which sources the answers draw on.`,
    effort: kindsOfAdvice.prompt_gap.effort,
    cells: cells.map(({ platform }) => ({ promptId, platform, reach: 1 })),
    havers,
    lacks: 'presence',
    answers,
    evidence: noEvidence,
  }
}
