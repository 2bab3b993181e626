/** UTF-16 units of the text, end exclusive. */
export type Range = { start: number; end: number }
