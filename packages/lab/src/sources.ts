import type { Source } from './answer.ts'
import type { MarketBrand } from './brands.ts'
import type { Random } from './random.ts'

/** Invented sites under the reserved top-level domain `.example`. `weight`: how often their pages are found. */
const sites = [
  { domain: 'toolscout.example', site: 'Toolscout', path: 'best', title: 'The Best of {year}, Tested', weight: 6 },
  { domain: 'worksoftguide.example', site: 'Worksoft Guide', path: 'guides', title: 'A Buying Guide', weight: 5 },
  { domain: 'honestledger.example', site: 'Honest Ledger', path: 'reviews', title: 'Reviewed and Ranked', weight: 4 },
  { domain: 'peerboards.example', site: 'Peerboards', path: 'c', title: 'Ratings by Customers', weight: 4 },
  { domain: 'forum.officetalk.example', site: 'Officetalk', path: 't', title: 'What do you use?', weight: 3 },
  { domain: 'dailymemo.example', site: 'The Daily Memo', path: 'articles', title: 'Our Picks for {year}', weight: 2 },
  { domain: 'vidshelf.example', site: 'Vidshelf', path: 'watch', title: 'I tried them all (video)', weight: 2 },
  { domain: 'openalmanac.example', site: 'Open Almanac', path: 'wiki', title: 'Overview', weight: 1 },
] as const

const lottery = sites.flatMap((site) => Array.from({ length: site.weight }, () => site))

/**
 * The pages an answer leans on: some third-party pages, and for some of the named brands a page of their own. Positions
 * of a brand's own page are in `own`; the rest is third party.
 */
export const findSources = (
  random: Random,
  topic: string,
  year: string,
  ranked: readonly MarketBrand[],
): { sources: Source[]; own: Map<MarketBrand, number>; third: number[] } => {
  const chosen = new Set(Array.from({ length: random.integer(4, 8) }, () => random.pick(lottery)))
  const slug = pathOf(topic)
  const sources: Source[] = [...chosen].map((site) => ({
    url: `https://www.${site.domain}/${site.path}/${slug}-${year}`,
    title: `${site.title.replace('{year}', year)}: ${topic} | ${site.site}`,
    domain: site.domain,
    site: site.site,
    snippet: `We compared what is on offer for ${topic} by price, ease of use and support, and spoke with customers. Updated ${year}.`,
  }))
  const third = sources.map((_, index) => index)
  const own = new Map<MarketBrand, number>()
  for (const brand of ranked) {
    if (!random.isChance(0.35)) continue
    own.set(brand, sources.length)
    const path = random.pick(['', 'pricing', 'features', 'customers'])
    sources.push({
      url: `https://www.${brand.domain}/${path}`,
      title:
        path === '' ? `${brand.name} | Official site` : `${path[0]?.toUpperCase()}${path.slice(1)} | ${brand.name}`,
      domain: brand.domain,
      site: brand.name,
      snippet: `${brand.name}: plans, prices and what customers do with it.`,
    })
  }
  return { sources, own, third }
}

const pathOf = (topic: string): string =>
  topic
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'guide'
