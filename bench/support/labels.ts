export type Span = { start: number; end: number }
export type Brand = { name: string; aliases: string[]; domains: string[] }
type Label = {
  brand: string
  mentioned: boolean | null
  /** Null where only the name is told, not where it stands. */
  mentions: (Span & { alts?: [number, number][] })[] | null
  ignore?: Span[]
}
/** A line of the label files: a text, the names that somebody tracks, and where a reader found them. */
export type Line = {
  id: string
  prompt_id?: string
  source?: string
  alone?: string
  text?: string
  brands: Brand[]
  labels: Label[]
}
