import { ShallowParser } from './shallow-parser.ts'

export type SitemapReading = {
  /** `index`: it lists other sitemaps. */
  kind: 'pages' | 'index'
  entries: number
  /** Latest `lastmod` as a day; null where none is given. */
  newest: string | null
  /** The first addresses, as written. */
  first: string[]
}

const MAX_FIRST = 10

/** Reads a sitemap (sitemaps.org 0.9), also one that was cut off; null when it is none. */
export function readSitemap(xml: string): SitemapReading | null {
  let kind: SitemapReading['kind'] | null = null
  let entries = 0
  let newest: string | null = null
  const first: string[] = []
  const open: string[] = []
  let text = ''
  const parser = new ShallowParser(
    {
      onopentag: (name) => {
        if (open.length === 0 && name === 'urlset') kind = 'pages'
        if (open.length === 0 && name === 'sitemapindex') kind = 'index'
        if (open.length === 1 && (name === 'url' || name === 'sitemap')) entries += 1
        open.push(name)
        text = ''
      },
      // Comes in pieces.
      ontext: (piece) => {
        text += piece
      },
      onclosetag: (name) => {
        const value = text.trim()
        if (open.length === 3 && name === 'loc' && value && first.length < MAX_FIRST) first.push(value.slice(0, 2_048))
        const day = open.length === 3 && name === 'lastmod' ? /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] : undefined
        if (day && (newest === null || day > newest)) newest = day
        open.pop()
        text = ''
      },
    },
    { xmlMode: true },
  )
  parser.write(xml)
  parser.end()
  return kind && { kind, entries, newest, first }
}
