import type { Extraction } from './extract.ts'

/** A page that answers draw on, as one brand sees it. */
export type SourcePage = {
  /** Null where the platform told the site only. */
  url: string | null
  /** Host without `www.`. */
  domain: string
  /** Registrable domain. */
  site: string
  title: string | null
  owner: 'own' | 'competitor' | 'third_party'
  entityId: string | null
}

/** What one answer draws on, each page once. */
export type SourceUse = {
  cited: { page: SourcePage; times: number }[]
  /** Shown or consulted, and not cited. */
  listed: SourcePage[]
}

/** As the platforms' readers give pages: an address that is a redirect of the platform's own tells the site only. */
type FoundPage = { url: string; domain: string; title: string | null; isResolved: boolean }

/** The sources of a valid answer in the order they were found; null for an answer that is not measured. */
export function sourcesOf(found: Extraction<FoundPage & { count: number }, FoundPage>): SourceUse | null {
  if (found.outcome !== 'ok') return null
  const cited = new Map<string, { page: SourcePage; times: number }>()
  const listed = new Map<string, SourcePage>()
  for (const citation of found.citations) {
    const page = pageOf(citation)
    const known = cited.get(samenessOf(page))
    cited.set(samenessOf(page), {
      page: known?.page.title ? known.page : page,
      times: (known?.times ?? 0) + citation.count,
    })
  }
  for (const source of found.listed) {
    const page = pageOf(source)
    const key = samenessOf(page)
    if (!cited.has(key) && !listed.get(key)?.title) listed.set(key, page)
  }
  return { cited: [...cited.values()], listed: [...listed.values()] }
}

/** Two sources are one page when address and host agree. */
export const samenessOf = ({ url, domain }: Pick<SourcePage, 'url' | 'domain'>): string => `${url ?? ''}\n${domain}`

function pageOf(found: Extraction<FoundPage, FoundPage>['citations'][number]): SourcePage {
  const { url, domain, title, isResolved, site, owner, entityId } = found
  return isResolved
    ? { url, domain, site, title, owner, entityId }
    : { url: null, domain, site, title: null, owner, entityId }
}
