export type Rival = { name: string; domains: string[] }

/** Competitors as typed: one a line or with commas between them, each with its domains behind it where they are known. */
export function rivalsOf(typed: string): Rival[] {
  const rivals: Rival[] = []
  for (const line of typed.split('\n')) {
    // A domain belongs to the name before it on its line; one that stands alone is the name as well.
    let last: Rival | undefined
    for (const part of line.split(',').map((text) => text.trim())) {
      if (part === '') continue
      if (isDomain(part) && last) last.domains.push(part)
      else rivals.push((last = { name: part, domains: isDomain(part) ? [part] : [] }))
    }
  }
  return rivals
}

const isDomain = (text: string): boolean => /^[^\s.]+(\.[^\s.]+)+$/.test(text)
