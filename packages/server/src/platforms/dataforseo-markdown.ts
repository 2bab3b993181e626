import { linkPointers, readPointers } from './pointers.ts'
import type { Citation, Source } from './platform.ts'
import { readSource } from './urls.ts'

/**
 * An AI Overview as DataForSEO writes it in Markdown: markers `[[1]](url)` are citations by their address (the numbers
 * start again in every block), brand names link to a Google search and keep their label, images and video cards go.
 */
export function readOverviewMarkdown(markdown: string): {
  text: string
  citations: Citation[]
  shown: Source[]
  leftOut: number
} {
  const { text: withoutCards, shown } = takeCards(closeFragments(markdown))
  const prose = cleaned(withoutCards)
  const { text, citations, leftOut } = readPointers(prose, linkPointers(prose))
  return { text, citations, shown, leftOut }
}

/** Text fragments hold brackets that would end their link early; encoded they address the same words. */
const closeFragments = (markdown: string): string =>
  markdown.replaceAll(/#:~:text=\S+/g, (rest) => {
    const fragments = rest.split('#:~:text=').slice(1)
    return fragments.map((fragment) => `#:~:text=${closeFragment(fragment)}`).join('')
  })

/** Its link ends with the first bracket that words of the answer follow, else with the last there is. */
function closeFragment(fragment: string): string {
  const closing = /\)(?=\[|$|[.,;]$)/.exec(fragment)?.index ?? fragment.lastIndexOf(')')
  if (closing < 0) return fragment
  return fragment.slice(0, closing).replaceAll('(', '%28').replaceAll(')', '%29') + fragment.slice(closing)
}

/** Neither label nor address goes on into the next picture: each sign is then tried for one picture only. */
const image = '!\\[(?:(?!!\\[)[^\\]]){0,500}\\]\\((?:(?!!\\[)[^)\\s]){0,2000}\\)'

/** A picture with a caption in a link, its length before it: a video beside the answer, not a page behind a claim. */
const card = new RegExp(
  `(?:\\b\\d{1,2}(?::\\d{2}){1,2})?\\[(?:${image}\\s*)*${image}([^[\\]]*)\\]\\(([^()\\s]*)\\)[ \\t]*`,
  'g',
)

function takeCards(markdown: string): { text: string; shown: Source[] } {
  const shown: Source[] = []
  const text = markdown.replace(card, (_card, caption: string, url: string) => {
    const source = readSource(url, caption.trim().split('\n')[0])
    if (source) shown.push(source)
    return ''
  })
  return { text, shown }
}

const googleSearch = /\[([^[\]]*)\]\(https?:\/\/(?:www\.)?google\.[a-z.]+\/search\?(?:[^\s()]|\([^\s()]*\))*\)/g

const proseLink = /(?<![[!])\[([^[\]]+)\]\((https?:\/\/(?:[^\s()]|\([^\s()]*\))*)\)/g

const cleaned = (markdown: string): string =>
  markdown
    .replace(new RegExp(`${image}[ \\t]*\\n?`, 'g'), '')
    // A link without words doubles the marker behind it; alone it is a marker itself.
    .replace(/\[\]\(([^()\s]*)\)\s*(?=\[\[\d+\]\]\(\1\))/g, '')
    .replace(/\[\]\((?=http)/g, '[[0]](')
    .replace(googleSearch, '$1')
    // A link in the prose is read as its words with a marker behind them.
    .replace(proseLink, '$1[[0]]($2)')
    // Google's highlight, not code.
    .replace(/(?<!`)`([^`\n]+)`(?!`)/g, '$1')
