import { noEvidence, type Advice, type Detector } from '../advice.ts'
import { kindsOfAdvice } from '../kinds.ts'
import { namedIn, sumOf, type MeasuredCell, type Situation } from '../situation.ts'
import { counted, during, listed, quoted } from '../words.ts'

/** Answers in which the brand, and each haver, has a place. */
const MIN_ANSWERS = 10
/** The brand's mean place is at least this, and each haver's better by as much. */
const MIN_PLACE = 4
const MIN_AHEAD = 2
/** A topic is looked at for itself from so many questions on; where none is, the whole panel. */
const MIN_PROMPTS = 3

/** Groups of questions whose answers name the brand, but behind its rivals. */
export const findLatePlaces: Detector = (situation) =>
  groupsOf(situation).flatMap(([subject, cells]) => adviceOn(situation, subject, cells) ?? [])

/** What the whole panel is called, where no topic is large enough. */
const PANEL = 'panel'

function groupsOf(situation: Situation): [subject: string, cells: MeasuredCell[]][] {
  const byTopic = Map.groupBy(situation.measured, ({ promptId }) => situation.prompt(promptId).topic)
  const groups = [...byTopic].flatMap(([topic, cells]): [string, MeasuredCell[]][] => {
    const prompts = new Set(cells.map(({ promptId }) => promptId)).size
    return topic !== null && prompts >= MIN_PROMPTS ? [[`topic ${topic}`, cells]] : []
  })
  return groups.length > 0 ? groups : [[PANEL, [...situation.measured]]]
}

function adviceOn(situation: Situation, subject: string, group: readonly MeasuredCell[]): Advice | undefined {
  const { slack } = situation
  const { brand } = situation
  const cells = group.filter((cell) => namedIn(cell, brand.id) > 0)
  const own = placeOf(cells, brand.id)
  if (own.answers < MIN_ANSWERS * slack || own.mean < MIN_PLACE * slack) return undefined
  const havers = situation.rivals
    .map(({ id }) => ({ id, ...placeOf(cells, id) }))
    .filter(({ answers, mean }) => answers >= MIN_ANSWERS * slack && mean <= own.mean - MIN_AHEAD * slack)
    .toSorted((one, other) => one.mean - other.mean || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id)
  if (havers.length === 0) return undefined
  const prompts = new Set(cells.map(({ promptId }) => promptId)).size
  const told = listed(havers.map((id) => `${situation.rival(id).name} (${placeOf(cells, id).mean.toFixed(1)})`))
  const where = subject === PANEL ? 'in lists' : `in lists on ${quoted(subject.slice('topic '.length))}`
  return {
    kind: 'named_late',
    subject,
    title: `Move up ${where}`,
    summary: `${during(situation)} ${counted(own.answers, 'answer')} to ${counted(prompts, 'question')} named ${brand.name}, at place ${own.mean.toFixed(1)} on average; before it came ${told}. Find out what the sources of these answers praise first, and give them facts, tests and customers’ words that put ${brand.name} there.`,
    effort: kindsOfAdvice.named_late.effort,
    cells: cells.map(({ promptId, platform }) => ({ promptId, platform, reach: 1 })),
    havers,
    lacks: 'place',
    answers: own.answers,
    evidence: noEvidence,
    shownBy: { names: 'rivals_ahead', drawsOn: null, isBefore: false },
  }
}

/** `mean` is 0 without answers. */
function placeOf(cells: readonly MeasuredCell[], entityId: string): { answers: number; mean: number } {
  const answers = sumOf(cells, (cell) => namedIn(cell, entityId))
  const places = sumOf(cells, ({ counts }) => counts[entityId]?.placeSum ?? 0)
  return { answers, mean: answers === 0 ? 0 : places / answers }
}
