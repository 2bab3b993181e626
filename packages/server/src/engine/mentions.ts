/** One place in an answer's text where an entity is named. */
export type Mention = {
  entityId: string
  /** `text.slice(start, end)`; UTF-16 units, end exclusive. */
  surface: string
  start: number
  end: number
  /** Why it counts, in words a reader understands: "exact name", "list item 2", "alias", "bold". */
  evidence: string[]
}
