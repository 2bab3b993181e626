import { byKey } from './cells.ts'

/** Something other than the brand that may have moved a history on this day. */
export type Mark = {
  day: string
  kind: 'model' | 'prompts' | 'competitors'
  /** Set for `model`. */
  platform: string | null
  before: string | null
  after: string | null
  /** Prompts or competitors; null for `model`. */
  added: number | null
  removed: number | null
  changed: number | null
  /** Competitors by name. */
  names: string[]
}

export type ModelCount = { day: string; platform: string; model: string; answers: number }

/**
 * The days on which a platform's dominant model is another than on the day before that has one. Where two are alike
 * frequent, the one before stays, so that a platform that mixes two evenly does not change every day.
 */
export const modelMarks = (counts: readonly ModelCount[]): Mark[] =>
  byKey(Map.groupBy(counts, ({ platform }) => platform)).flatMap(([platform, ofPlatform]) => {
    const marks: Mark[] = []
    let before: string | null = null
    for (const [day, ofDay] of byKey(Map.groupBy(ofPlatform, ({ day }) => day))) {
      const after = dominantModel(ofDay, before)
      if (before !== null && after !== before) marks.push({ ...noMark, day, kind: 'model', platform, before, after })
      before = after
    }
    return marks
  })

export type SetChange = { day: string; added: number; removed: number; changed: number; names: string[] }

export const setMarks = (kind: 'prompts' | 'competitors', changes: readonly SetChange[]): Mark[] =>
  changes.map((change) => ({ ...noMark, kind, ...change }))

/** Oldest first; on one day the models before the sets. */
export const inOrder = (marks: readonly Mark[]): Mark[] =>
  marks.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))

const noMark = { platform: null, before: null, after: null, added: null, removed: null, changed: null, names: [] }

const dominantModel = (counts: readonly ModelCount[], before: string | null): string => {
  const most = Math.max(...counts.map(({ answers }) => answers))
  const models = counts.filter(({ answers }) => answers === most).map(({ model }) => model)
  return before !== null && models.includes(before) ? before : models.toSorted()[0]!
}
