import type { Effort } from './effort.ts'

/** What may be done about a site, by what kind of site it is, within its own rules. Null: nothing. */
export type SiteKind = { effort: Effort; whatToDo: string }

const editorial: SiteKind = {
  effort: 'medium',
  whatToDo:
    'Write to its editors with facts, prices and a way to test, and ask to be considered in their next update; a paid place must be marked as such.',
}
const community: SiteKind = {
  effort: 'medium',
  whatToDo:
    'Take part under your own name where you can really help, and say whom you work for; planted posts break its rules and tend to be found out.',
}
const reviews: SiteKind = {
  effort: 'medium',
  whatToDo:
    'Complete your profile there and invite all your customers to say what they think; never write, buy or pick reviews.',
}
const encyclopedia: SiteKind = {
  effort: 'high',
  whatToDo:
    'Do not write about yourself there. Collect what independent sources have published about you and propose it on the talk page, with your interest declared.',
}
const video: SiteKind = {
  effort: 'high',
  whatToDo:
    'Offer its testers your product on their own terms, and show in films of your own how the question is solved.',
}

const kindBySite: Readonly<Record<string, SiteKind>> = {
  'reddit.com': community,
  'quora.com': community,
  'stackexchange.com': community,
  'stackoverflow.com': community,
  'ycombinator.com': community,
  'facebook.com': community,
  'linkedin.com': community,
  'x.com': community,
  'g2.com': reviews,
  'capterra.com': reviews,
  'getapp.com': reviews,
  'softwareadvice.com': reviews,
  'trustradius.com': reviews,
  'trustpilot.com': reviews,
  'tripadvisor.com': reviews,
  'yelp.com': reviews,
  'producthunt.com': reviews,
  'wikipedia.org': encyclopedia,
  'wikidata.org': encyclopedia,
  'youtube.com': video,
  'vimeo.com': video,
  'tiktok.com': video,
}

/** They show what others say, and have nobody to ask. */
const mirrors: ReadonlySet<string> = new Set([
  'google.com',
  'bing.com',
  'duckduckgo.com',
  'yahoo.com',
  'archive.org',
  'cloudfront.net',
  'amazonaws.com',
])

export const kindOfSite = (site: string): SiteKind | null =>
  mirrors.has(site) ? null : Object.hasOwn(kindBySite, site) ? kindBySite[site]! : editorial
