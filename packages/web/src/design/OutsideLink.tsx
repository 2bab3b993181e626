import type { ReactNode } from 'react'

/** An address that somebody outside wrote: a link only where it is one of the web, else text and nothing more. */
export function OutsideLink({ url, children }: { url: string; children?: ReactNode }): ReactNode {
  const words = children ?? url
  if (!isOfTheWeb(url)) return words
  return (
    <a href={url} target="_blank" rel="noopener nofollow noreferrer ugc">
      {words}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}

function isOfTheWeb(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && (parsed.protocol === 'https:' || parsed.protocol === 'http:')
}
