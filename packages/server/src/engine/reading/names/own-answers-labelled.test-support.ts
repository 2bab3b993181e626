import type { Labelled } from './accuracy.test-support.ts'
import type { OwnAnswer } from './own-answers.test-support.ts'

type Span = { start: number; end: number }

/** The text without its marks, and the labels that they stand for. */
export function labelledAnswer({ id, names, text: marked }: OwnAnswer): Labelled & { text: string } {
  const brands = names.split('; ').map((entered) => {
    const [name = '', ...aliases] = entered.split('|')
    return { name, aliases, domains: [] }
  })
  const ownerOf = (surface: string) =>
    brands.find(({ name, aliases }) => name === surface || aliases.includes(surface))?.name ?? surface
  const spans: (Span & { brand: string; surface: string })[] = []
  const ignore: Span[] = []
  let text = ''
  let read = 0
  for (const { 0: whole, 1: surface, 2: owner, 3: either, index } of marked.matchAll(
    /⟦([^⟦⟧=]+)(?:=([^⟦⟧]+))?⟧|⟪([^⟪⟫]+)⟫/g,
  )) {
    text += marked.slice(read, index)
    read = index + whole.length
    const written = surface ?? either ?? ''
    const span = { start: text.length, end: text.length + written.length }
    if (surface === undefined) ignore.push(span)
    else spans.push({ ...span, surface, brand: owner ?? ownerOf(surface) })
    text += written
  }
  text += marked.slice(read)
  const inOrder = [...new Set(spans.map(({ brand }) => brand))]
  const others = brands.map(({ name }) => name).filter((name) => !inOrder.includes(name))
  return {
    id,
    text,
    brands,
    labels: [...inOrder, ...others].map((brand) => ({
      brand,
      mentioned: inOrder.includes(brand),
      mentions: spans.filter((span) => span.brand === brand).map((span) => ({ ...span, alts: withEnding(text, span) })),
      ignore,
      ...(inOrder.includes(brand) && { rank: inOrder.indexOf(brand) + 1 }),
    })),
  }
}

/** A span that ends with the possessive or plural ending behind it is as right as one that ends before. */
function withEnding(text: string, { start, end }: Span): [number, number][] {
  const ending = /^['’]?s(?!\p{L})/u.exec(text.slice(end, end + 3))
  return ending ? [[start, end + ending[0].length]] : []
}
