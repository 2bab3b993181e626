/** A line of a pasted list: a prompt to add, or why it is none. */
export type PastedLine = { line: number; text: string; problem: string | null }

/** As many are added at once. */
export const MOST_AT_ONCE = 200
/** Code points; longer texts are documents. */
const MOST_CHARACTERS = 2_000

/** One prompt a line; bullets and numbers before it are left out, empty lines are none. */
export function readPastedLines(pasted: string): PastedLine[] {
  const seen = new Map<string, number>()
  return pasted
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((raw, index) => ({ line: index + 1, text: withoutBullet(raw.trim()) }))
    .filter(({ text }) => text !== '')
    .map(({ line, text }, index) => {
      const before = seen.get(text)
      seen.set(text, before ?? line)
      return { line, text, problem: problemOf(text, before, index) }
    })
}

const withoutBullet = (text: string): string => text.replace(/^(?:[-*•–]|\d{1,3}[.)])\s+/, '').trim()

function problemOf(text: string, before: number | undefined, index: number): string | null {
  if (before !== undefined) return `the same as line ${before}`
  if (Array.from(text).length > MOST_CHARACTERS) return `longer than ${MOST_CHARACTERS.toLocaleString('en')} characters`
  // oxlint-disable-next-line no-control-regex -- the service refuses control characters
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)) return 'has control characters'
  if (index >= MOST_AT_ONCE) return `beyond the first ${MOST_AT_ONCE}: add it afterwards`
  return null
}
