import { writeFileSync } from 'node:fs'
import { FEATURES } from '../packages/server/src/engine/reading/names/disambiguation.ts'
import { FORMER_POINTS } from './support/former-points.ts'
import { labelledFolder, readLabelledNames, type LabelledNames, type Pair } from './support/labelled-names.ts'
import { fit, probabilityOf, type Model, type Row } from './support/logistic.ts'

const FOLDS = 8
/** Half a former point is a weight of one: what training cannot see keeps half of what it counted. */
const SHARE_OF_POINTS = 0.5
/** From 1 to 8 it makes no difference in cross-validation. */
const PENALTY = 4
const WEIGHTS = new URL('../packages/server/src/engine/reading/names/weights.ts', import.meta.url)

/** Learns what the features of a doubtful name are worth, prints how well on what was held back, and writes the weights. */
export async function trainDetector(): Promise<void> {
  const folder = labelledFolder()
  if (folder === null) {
    console.log('No folder of labelled answers: set SIGHTLINE_SHARED or put `shared` beside the repository.')
    return
  }
  const names = readLabelledNames(folder)
  for (const [title, share] of [
    ['towards 0', 0],
    ['towards half the former points', SHARE_OF_POINTS],
  ] as const) {
    console.log(`Cross-validated over ${FOLDS} folds by question, weights pulled ${title}:`)
    console.table(crossValidate(names, share).figures)
  }
  console.log('What is said and what is true, by fifths:')
  console.table(crossValidate(names).calibration)
  const learned = train(names)
  console.log(`Learned from ${learned.places} places, ${learned.meant} of them mentions.`)
  writeFileSync(WEIGHTS, source(learned))
}

export type Figures = { pairs: number; precision: number; recall: number; f1: number }
export type Calibration = { places: number; said: number; true: number }

/** Each text is judged by weights that were learned without its question. */
export function crossValidate({ told, learned }: LabelledNames, share = SHARE_OF_POINTS) {
  const groups = [...new Set([...learned, ...told.flatMap(({ pairs }) => pairs)].map(({ group }) => group))].toSorted()
  const foldOf = new Map(groups.map((group, at) => [group, at % FOLDS]))
  const models = Array.from({ length: FOLDS }, (_, fold) =>
    fit(rowsOf(learned.filter(({ group }) => foldOf.get(group) !== fold)), priors(share), PENALTY),
  )
  const judged = ({ group, places }: Pair) =>
    places.map(({ decided, values, isRight }) => ({
      isRight,
      isOpen: decided === null,
      said: decided === null ? probabilityOf(models[foldOf.get(group) ?? 0]!, values) : Number(decided),
    }))
  const figures = told.map(({ title, pairs }): [string, Figures] => [
    title,
    presence(pairs.map((pair) => ({ isMeant: pair.isMeant, isFound: judged(pair).some(({ said }) => said >= 0.5) }))),
  ])
  const open = told
    .filter(({ title }) => title !== 'alone, word-like')
    .flatMap(({ pairs }) => pairs.flatMap(judged))
    .filter(({ isOpen }) => isOpen)
  return { figures: Object.fromEntries(figures), calibration: byFifths(open) }
}

/** The weights that all labels together give, two decimals. */
export function train({ learned }: LabelledNames): Model & { places: number; meant: number } {
  const rows = rowsOf(learned)
  const { bias, weights } = fit(rows, priors(SHARE_OF_POINTS), PENALTY)
  return {
    bias: rounded(bias),
    weights: weights.map(rounded),
    places: rows.length,
    meant: rows.filter(({ isTrue }) => isTrue).length,
  }
}

const priors = (share: number): number[] => FEATURES.map(({ says }) => share * (FORMER_POINTS[says] ?? 0))

/** A name that stands often in a text says the same again and again: n places count as √n. */
function rowsOf(pairs: Pair[]): Row[] {
  return pairs.flatMap(({ places }) => {
    const open = places.filter(({ decided }) => decided === null)
    return open.map(({ values, isRight }) => ({ values, isTrue: isRight, weight: 1 / Math.sqrt(open.length) }))
  })
}

function presence(pairs: { isMeant: boolean; isFound: boolean }[]): Figures {
  const count = (isMeant: boolean, isFound: boolean) =>
    pairs.filter((pair) => pair.isMeant === isMeant && pair.isFound === isFound).length
  const [right, extra, missed] = [count(true, true), count(false, true), count(true, false)]
  const [precision, recall] = [right / (right + extra), right / (right + missed)]
  const f1 = (2 * precision * recall) / (precision + recall)
  return { pairs: pairs.length, precision: thousandths(precision), recall: thousandths(recall), f1: thousandths(f1) }
}

function byFifths(places: { said: number; isRight: boolean }[]): Calibration[] {
  return [0, 1, 2, 3, 4].map((fifth) => {
    const inside = places.filter(({ said }) => Math.min(4, Math.floor(said * 5)) === fifth)
    const mean = (of: (place: (typeof inside)[number]) => number) =>
      thousandths(inside.reduce((sum, place) => sum + of(place), 0) / inside.length)
    return { places: inside.length, said: mean(({ said }) => said), true: mean(({ isRight }) => Number(isRight)) }
  })
}

const thousandths = (value: number): number => Math.round(value * 1000) / 1000
const rounded = (value: number): number => Math.round(value * 100) / 100 + 0

function source({ bias, weights, places, meant }: ReturnType<typeof train>): string {
  const lines = FEATURES.map(({ says }, at) => `  '${says}': ${weights[at]},`)
  return `/**
 * Generated by \`npm run bench train-detector\`; do not edit. Logistic regression on ${places} places of doubtful names, ${meant} of them
 * mentions: answers of AI Product Bench (MIT), ru_llm_arena (Apache-2.0) and Rakuda (MIT) with labels of our own, hard texts written by hand,
 * and the answers and sentences of our own beside this file. Nothing of a set that is for non-commercial use. A feature that no text shows has half of what it once counted in points.
 */
export const BIAS = ${bias}

/** By what a feature says: what it adds to the logarithm of the odds. */
export const WEIGHTS: Readonly<Record<string, number>> = {
${lines.join('\n')}
}
`
}
