import { noEvidence, rivalsOnly, type Advice, type Detector } from '../advice.ts'
import { kindsOfAdvice } from '../kinds.ts'
import { answersOf, mostNamed, namedIn, rivalsNamed, sumOf, type MeasuredCell, type Situation } from '../situation.ts'
import { counted, during, namedTimes, quoted } from '../words.ts'
import { cellsByPrompt, GAP, isGap } from './gap-prompts.ts'

/** So many of a topic's questions are gaps, and at least this share of them. */
const MIN_PROMPTS = 3
const MIN_SHARE = 0.5

/** Topics in most of whose questions answers name rivals and hardly ever the brand. */
export const findTopicGaps: Detector = (situation) => {
  const byTopic = Map.groupBy(cellsByPrompt(situation), ([promptId]) => situation.prompt(promptId).topic)
  const topics = new Set(situation.prompts.flatMap(({ topic }) => topic ?? []))
  return [...topics].flatMap((topic): Advice[] => {
    const asked = byTopic.get(topic) ?? []
    const gaps = asked.filter(([, cells]) => isGap(situation, cells))
    const isGapOfTopic =
      gaps.length >= MIN_PROMPTS * situation.slack && gaps.length >= asked.length * MIN_SHARE * situation.slack
    if (!isGapOfTopic) return []
    const cells = gaps.flatMap(([, ofPrompt]) => ofPrompt)
    return [adviceOn(situation, topic, cells, { gaps: gaps.length, prompts: asked.length })]
  })
}

function adviceOn(
  situation: Situation,
  topic: string,
  cells: readonly MeasuredCell[],
  { gaps, prompts }: { gaps: number; prompts: number },
): Advice {
  const { brand } = situation
  const rivals = mostNamed(
    cells,
    situation.rivals.map(({ id }) => id),
  )
  const often = rivalsNamed(situation, cells, GAP.minRivalShare)
  // Where each question has a rival of its own, none may stand in that many of all answers: then the one most named.
  const havers = often.length > 0 ? often : rivals.slice(0, 1).map(({ id }) => id)
  const answers = answersOf(cells)
  return {
    kind: 'topic_gap',
    subject: topic,
    title: `Cover the topic ${quoted(topic)}`,
    summary: `${during(situation)} answers to ${gaps} of ${counted(prompts, 'question')} on ${quoted(topic)} hardly ever named ${brand.name} (${sumOf(cells, (cell) => namedIn(cell, brand.id))} of ${counted(answers, 'answer')}), while they named ${namedTimes(situation, havers, cells)}. Publish pages that answer these questions one by one, and link them from one overview.`,
    effort: kindsOfAdvice.topic_gap.effort,
    cells: cells.map(({ promptId, platform }) => ({ promptId, platform, reach: 1 })),
    havers,
    lacks: 'presence',
    answers,
    evidence: noEvidence,
    shownBy: rivalsOnly,
  }
}
