import type { Range } from './range.ts'

/** A link's offsets; `url` is empty where it is given elsewhere: `[label][1]`. */
export type Link = { labelStart: number; labelEnd: number; urlStart: number; urlEnd: number; url: string }

export type Block = Range & {
  kind: 'paragraph' | 'heading' | 'item' | 'row' | 'code' | 'quote'
  /**
   * 1-based place among the items of its list, the data rows of its table or the headings of its series; null for the
   * rest, a table's header and a heading like "Conclusion" included.
   */
  ordinal: number | null
  /** 0 = outermost. For headings the level − 1; a line that is bold from end to end counts as level 7. */
  depth: number
  /** The same for all members of one list, table or series. */
  listId: number | null
  /**
   * End of what stands under it: a heading's section, an item's later paragraphs and nested items; `end` for the rest.
   */
  reach: number
}

/** Where an answer's markdown, HTML or plain-text skeleton lies; every range is inside the text. */
export type Structure = {
  /** In order of `start`; an item's own text only, what is nested in it comes as blocks of their own. */
  blocks: Block[]
  /** Between the marks, which are left out. */
  bold: Range[]
  italics: Range[]
  /** Inline code between its ticks, and fenced and indented blocks. */
  code: Range[]
  links: Link[]
  /** Bare addresses and e-mail addresses. */
  urls: Range[]
  /** Source labels and markers, link definitions, trailing lists of sources: not part of what the answer says. */
  references: Range[]
}
