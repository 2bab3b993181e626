import type { ReactNode } from 'react'
import type { EntryOf } from '../../api/contract.ts'
import { usePlatformName } from '../../api/use-names.ts'
import { Badge, type BadgeTone } from '../../design/Badge.tsx'
import { Card } from '../../design/Card.tsx'
import { OutsideLink } from '../../design/OutsideLink.tsx'
import { Table } from '../../design/Table.tsx'
import { counted, whole } from '../../format/numbers.ts'
import { instantText } from '../../format/times.ts'
import styles from './SiteAudit.module.css'

export type Audit = EntryOf<'listSiteAudits'>
type Finding = Audit['findings'][number]
type Crawler = Audit['crawlers'][number]

const WEIGHT_WORDS: Record<Finding['weight'], string> = {
  blocks: 'Blocks answers',
  hinders: 'Hinders',
  note: 'For your information',
}
const WEIGHT_TONES: Record<Finding['weight'], BadgeTone> = { blocks: 'bad', hinders: 'warn', note: 'plain' }
const WEIGHT_ORDER: readonly Finding['weight'][] = ['blocks', 'hinders', 'note']

const PURPOSE_WORDS: Record<Crawler['purpose'], string> = {
  search: 'finds pages for answers',
  visit: 'opens a page somebody asks about',
  training: 'collects text for models',
}

/** One domain: what is wrong first, then what each crawler meets, then the pages that were looked at. */
export function SiteAudit({ audit }: { audit: Audit }): ReactNode {
  const findings = audit.findings.toSorted(
    (one, other) => WEIGHT_ORDER.indexOf(one.weight) - WEIGHT_ORDER.indexOf(other.weight),
  )
  return (
    <Card title={audit.domain} note={`Examined ${instantText(audit.checkedAt)}. ${sentence(audit)}`}>
      <div className={styles['parts']}>
        {findings.length > 0 && (
          <ul className={styles['findings']}>
            {findings.map((finding) => (
              <li key={finding.code}>
                <FindingWords finding={finding} />
              </li>
            ))}
          </ul>
        )}
        <section>
          <h3 className={styles['title']}>What each crawler meets</h3>
          <Crawlers audit={audit} />
        </section>
        <section>
          <h3 className={styles['title']}>Pages looked at</h3>
          <Pages audit={audit} />
        </section>
        <Sitemap audit={audit} />
      </div>
    </Card>
  )
}

function sentence({ findings }: Audit): string {
  const blocking = findings.filter(({ weight }) => weight === 'blocks').length
  const hindering = findings.filter(({ weight }) => weight === 'hinders').length
  if (blocking > 0) return `${counted(blocking, 'fault')} keep${blocking === 1 ? 's' : ''} platforms from using it.`
  if (hindering > 0) return `Nothing blocks it; ${counted(hindering, 'fault')} hinder${hindering === 1 ? 's' : ''}.`
  return 'Nothing blocks or hinders the crawlers.'
}

function FindingWords({ finding }: { finding: Finding }): ReactNode {
  const platformName = usePlatformName()
  const { weight, title, whatToDo, platforms, crawlers, urls } = finding
  return (
    <article className={styles['finding']}>
      <h3 className={styles['findingTitle']}>
        {title} <Badge tone={WEIGHT_TONES[weight]}>{WEIGHT_WORDS[weight]}</Badge>
      </h3>
      <p>{whatToDo}</p>
      <p className={styles['soft']}>
        {platforms.length === 0 ? 'Concerns all platforms alike' : `Concerns ${platforms.map(platformName).join(', ')}`}
        {crawlers.length > 0 && ` · ${crawlers.join(', ')}`}
      </p>
      {urls.length > 0 && (
        <ul className={styles['soft']}>
          {urls.map((url) => (
            <li key={url}>
              <OutsideLink url={url} />
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

function Crawlers({ audit: { crawlers, domain } }: { audit: Audit }): ReactNode {
  const platformName = usePlatformName()
  return (
    <Table
      caption={`What each AI crawler meets on ${domain}`}
      rows={crawlers}
      rowId={({ token }) => token}
      isDense
      columns={[
        { id: 'token', title: 'Crawler', isRowTitle: true, cell: ({ token }) => token },
        { id: 'purpose', title: 'What it does', cell: ({ purpose }) => PURPOSE_WORDS[purpose] },
        {
          id: 'platforms',
          title: 'For',
          cell: ({ platforms }) => platforms.map(platformName).join(', ') || 'all alike',
        },
        {
          id: 'robots',
          title: 'robots.txt',
          cell: ({ forbidden }) =>
            forbidden.length === 0 ? (
              'allowed'
            ) : (
              <Badge tone="bad">{counted(forbidden.length, 'page')} forbidden</Badge>
            ),
        },
        { id: 'answered', title: 'Home page answers', cell: ({ answered }) => answeredWords(answered) },
      ]}
    />
  )
}

function answeredWords(answered: Crawler['answered']): ReactNode {
  if (!answered) return <span className={styles['soft']}>nothing asks under this name</span>
  if (answered.status === null) return 'no answer came'
  return answered.isRefused ? <Badge tone="bad">refused ({answered.status})</Badge> : `let in (${answered.status})`
}

function Pages({ audit: { pages, domain } }: { audit: Audit }): ReactNode {
  if (pages.length === 0) return <p className={styles['soft']}>No page could be opened.</p>
  return (
    <Table
      caption={`Pages of ${domain} that were looked at, without running scripts`}
      rows={pages}
      rowId={({ url }) => url}
      isDense
      columns={[
        {
          id: 'page',
          title: 'Page',
          isRowTitle: true,
          cell: ({ url, title }) => (
            <>
              <OutsideLink url={url}>{title ?? url}</OutsideLink>
              {title !== null && <span className={styles['address']}>{url}</span>}
            </>
          ),
        },
        { id: 'status', title: 'Status', isNumeric: true, cell: ({ status }) => status ?? 'no answer' },
        { id: 'words', title: 'Words', isNumeric: true, cell: ({ words }) => whole(words) },
        { id: 'headings', title: 'Headings', isNumeric: true, cell: ({ headings }) => headings },
        {
          id: 'types',
          title: 'Structured data',
          cell: ({ types, brokenData }) => (
            <>
              {types.join(', ') || 'none'}
              {brokenData > 0 && ` (${counted(brokenData, 'block')} unreadable)`}
            </>
          ),
        },
        { id: 'forbids', title: 'Forbids', cell: ({ forbids }) => forbids.join(', ') || 'nothing' },
      ]}
    />
  )
}

function Sitemap({ audit: { sitemap } }: { audit: Audit }): ReactNode {
  return (
    <section>
      <h3 className={styles['title']}>Sitemap</h3>
      <p className={styles['soft']}>
        {sitemap === null ? (
          'None could be read.'
        ) : (
          <>
            <OutsideLink url={sitemap.url} />:{' '}
            {counted(
              sitemap.entries,
              sitemap.kind === 'index' ? 'part' : 'address',
              sitemap.kind === 'index' ? 'parts' : 'addresses',
            )}
            {sitemap.newest !== null && `, newest of ${sitemap.newest}`}.
          </>
        )}
      </p>
    </section>
  )
}
