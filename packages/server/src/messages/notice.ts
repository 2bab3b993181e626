/** A message before it has a format: plain text only, so that each format escapes all of it in one place. */
export type Notice = {
  /** What kind of message it is, in words of ours. */
  kind: string
  headline: string
  sentence: string
  facts: Fact[]
  /** Parts with a title and a line each, for digests. */
  sections: { title: string; lines: string[] }[]
  footer: string
  tone: 'up' | 'down' | 'neutral'
  /** Where to read on, `http` or `https`. */
  url: string | null
}
type Fact = { label: string; value: string }
