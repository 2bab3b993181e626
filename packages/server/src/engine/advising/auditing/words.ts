import type { Finding, FindingCode } from './audit.ts'

type Words = { title: string; whatToDo: string }

/** What a finding means to the owner of the site, and what ends it. */
export function describeFinding(finding: Finding, site: string): Words {
  const { title, whatToDo } = wordsOf[finding.code](finding)
  return { title: title.replaceAll('{site}', site), whatToDo }
}

const wordsOf: Record<FindingCode, (finding: Finding) => Words> = {
  site_unreachable: () => ({
    title: '{site} could not be reached',
    whatToDo: 'Nothing is concluded from this. Check that the site answers over https from the public internet.',
  }),
  robots_unreachable: () => ({
    title: 'The robots.txt of {site} cannot be read',
    whatToDo:
      'While its server fails to answer, crawlers take the whole site for closed (RFC 9309). Let it answer 200 with the rules, or 404 if there are none.',
  }),
  closed_by_robots: ({ crawlers, urls }) => ({
    title: `Open {site} to ${list(crawlers)}`,
    whatToDo: `The robots.txt of the site forbids ${list(crawlers)} ${pages(urls)}. Allow these crawlers: they fetch pages for answers, not for training models.`,
  }),
  refused_as_crawler: ({ crawlers }) => ({
    title: `Let ${list(crawlers)} in at {site}`,
    whatToDo: `The home page opens in a browser and is refused to a request that bears the name of ${list(crawlers)}. See whether a firewall or a bot filter blocks these crawlers; one that knows their true addresses may let them in all the same, which its log will show.`,
  }),
  not_indexed: ({ urls }) => ({
    title: 'Pages of {site} forbid being indexed',
    whatToDo: `Remove "noindex" from ${list(urls)}, unless it is meant: such pages are in no answer.`,
  }),
  not_quotable: ({ urls }) => ({
    title: 'Pages of {site} forbid being quoted',
    whatToDo: `Remove "nosnippet" or "max-snippet:0" from ${list(urls)}: search products may not use such text in their answers.`,
  }),
  unreadable_without_scripts: ({ urls }) => ({
    title: 'Pages of {site} are empty without scripts',
    whatToDo: `Send the text of ${list(urls)} with the page (server-side rendering, or pages made at build time): most AI crawlers run no scripts.`,
  }),
  no_structured_data: () => ({
    title: '{site} has no structured data',
    whatToDo:
      'Describe the organization and its products as JSON-LD (schema.org Organization, Product), with facts that the page shows too.',
  }),
  broken_structured_data: ({ urls }) => ({
    title: 'Structured data of {site} cannot be read',
    whatToDo: `Mend the JSON-LD of ${list(urls)}: it is not valid JSON.`,
  }),
  no_sitemap: () => ({
    title: '{site} has no sitemap that can be read',
    whatToDo: 'Offer /sitemap.xml with the addresses and dates of all pages, and name it in robots.txt.',
  }),
  closed_for_training: ({ crawlers }) => ({
    title: `{site} is closed to ${list(crawlers)}`,
    whatToDo:
      'These crawlers collect text for training models. Keeping them out is a choice that has no effect on answers that search the web.',
  }),
}

const SHOWN = 3

function list(items: readonly string[]): string {
  const shown = items.slice(0, SHOWN).join(', ')
  return items.length > SHOWN ? `${shown} and ${items.length - SHOWN} more` : shown
}

const pages = (urls: readonly string[]): string =>
  urls.length === 1 ? `the page ${urls[0]}` : `${urls.length} of the pages checked`
