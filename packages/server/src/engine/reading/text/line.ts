import type { Range } from './range.ts'

/** One line of an answer, or the part of it that HTML or a run-in list makes a line. */
export type Line = Range & {
  kind: 'blank' | 'fence' | 'heading' | 'item' | 'row' | 'separator' | 'rule' | 'quote' | 'definition' | 'text'
  /** Where the text after the marker begins. */
  content: number
  /** Columns before the marker; a tab counts 4. */
  indent: number
  /** What makes items siblings: `number`, `emoji`, `<li>` or the bullet itself; empty for other lines. */
  marker: string
  /** As printed. */
  number: number | null
  /** 1–6, or `pseudoHeading` for a line that is bold from end to end; 0 for other lines. */
  level: number
  /** Begins with bold words and a colon or dash: "**Notion**: …". */
  isLead: boolean
}
