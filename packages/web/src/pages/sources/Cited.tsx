import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EntryOf, Input } from '../../api/contract.ts'
import { useList, useListHead } from '../../api/use-api.ts'
import { Badge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { LongTable } from '../../design/LongTable.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import type { Column } from '../../design/Table.tsx'
import { percent, whole } from '../../format/numbers.ts'
import { useAddress } from '../../shell/use-address.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { PageLink, useBehindColumns } from './SourcesTable.tsx'
import styles from './Sources.module.css'
import { daysOf, ofPlatform, ownerWords, type SourcesQuery, type Days } from './asked.ts'

type Source = EntryOf<'listCitations'>

/** As many prompts are told of one source. */
const MOST_PROMPTS = 20

/** Domains, or the pages of one, most cited first. */
export function Cited({ asked }: { asked: SourcesQuery }): ReactNode {
  const { brandId, window, platform, owner, domain } = asked
  const by = domain === undefined ? asked.by : 'page'
  const change = useAddress()
  const input: Input<'listCitations'> = {
    params: { id: brandId },
    query: {
      groupBy: by,
      window,
      ...(platform !== undefined && { platform }),
      ...(owner && { owner }),
      ...(domain !== undefined && { domain }),
    },
  }
  const list = useList('listCitations', input)
  const head = useListHead('listCitations', input)
  const columns = useColumns(asked, by, daysOf(head))
  const isFiltered = platform !== undefined || owner !== undefined || domain !== undefined
  return (
    <Card
      title={domain === undefined ? (by === 'domain' ? 'Domains' : 'Pages') : `Pages of ${domain}`}
      aside={<Info term="cited" />}
      actions={
        domain !== undefined && (
          <Button look="quiet" size="small" onClick={() => change({ domain: undefined })}>
            All domains
          </Button>
        )
      }
    >
      <Loaded
        read={list}
        lines={10}
        empty={{
          when: (all) => all.length === 0,
          show: isFiltered ? (
            <Empty title="No source with these filters">Clear the filters, or choose a longer window.</Empty>
          ) : (
            <Empty title="No source yet">
              Platforms that tell their sources bring them with their answers; they stand here after the first run.
            </Empty>
          ),
        }}
      >
        {(all) => (
          <>
            <LongTable
              caption={by === 'domain' ? 'Cited domains' : 'Cited pages'}
              rows={all}
              rowId={(source) => `${source.domain} ${source.url ?? ''}`}
              columns={columns}
            />
            <ShowMore list={list} shown={all.length} noun={by === 'domain' ? 'domains' : 'pages'} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function useColumns(asked: SourcesQuery, by: 'domain' | 'page', days: Days): Column<Source>[] {
  const behind = useBehindColumns<Source>(asked.brandId, MOST_PROMPTS, ({ url, domain }) => ({
    ...days,
    ...ofPlatform(asked),
    drawsOn: url ?? domain,
  }))
  return [
    {
      id: 'source',
      title: by === 'domain' ? 'Domain' : 'Page',
      isRowTitle: true,
      cell: (source) => (by === 'domain' ? <Domain source={source} asked={asked} /> : <Page source={source} />),
    },
    {
      id: 'owner',
      title: 'Whose',
      cell: ({ owner }) => <Badge tone={owner === 'own' ? 'accent' : 'plain'}>{ownerWords[owner]}</Badge>,
    },
    {
      id: 'share',
      title: 'Cited in',
      isNumeric: true,
      cell: ({ share, url, domain }) => (
        <>
          {percent(share.value)}
          <span className={`${styles['soft']} ${styles['block']}`}>
            <AnswersLink brandId={asked.brandId} of={{ ...days, ...ofPlatform(asked), cites: url ?? domain }}>
              {whole(share.numerator)} of {whole(share.denominator)}
            </AnswersLink>
          </span>
        </>
      ),
    },
    { id: 'citations', title: 'Citations', isNumeric: true, cell: ({ citations }) => whole(citations) },
    { id: 'listed', title: 'Only shown', isNumeric: true, cell: ({ answersListing }) => whole(answersListing) },
    ...behind,
  ]
}

function Domain({ source: { domain }, asked }: { source: Source; asked: SourcesQuery }): ReactNode {
  const { brandId, platform, owner } = asked
  return (
    <Link
      to="/brands/$brandId/sources"
      params={{ brandId }}
      className={styles['domain']}
      search={{ domain, ...(platform !== undefined && { platform }), ...(owner && { owner }) }}
    >
      {domain}
    </Link>
  )
}

/** The page as its address; some platforms hide it behind a redirect of their own. */
function Page({ source: { domain, url, title } }: { source: Source }): ReactNode {
  if (url === null) return `${domain} (the platform hides the page)`
  return <PageLink url={url} title={title} />
}
