import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useRead, useWrite } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Notice } from '../../design/Notice.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Stack } from '../../design/Card.tsx'
import { SiteAudit } from './SiteAudit.tsx'

/** An examination takes about a minute; it is looked for a little longer. */
const LOOKED_FOR_MS = 150_000
const LOOKED_EVERY_MS = 4_000

/** What AI crawlers meet on the brand's own sites, and what to do about it. */
export default function Site(): ReactNode {
  const { brandId } = useParams({ from: '/signed-in/shell/brands/$brandId/site' })
  const may = useMay()
  const [askedAtMs, setAskedAtMs] = useState<number | null>(null)
  const params = { id: brandId }
  const audits = useRead('listSiteAudits', { params }, { refreshMs: () => askedAtMs !== null && LOOKED_EVERY_MS })
  const start = useWrite('startSiteAudit', { changes: [], onDone: () => setAskedAtMs(Date.now()) })
  const isThere =
    askedAtMs !== null &&
    (audits.data?.data.some(({ checkedAt }) => Date.parse(checkedAt) >= askedAtMs - 5_000) ?? false)
  useEffect(() => {
    if (askedAtMs === null) return
    if (isThere) {
      setAskedAtMs(null)
      return
    }
    const timer = setTimeout(() => setAskedAtMs(null), LOOKED_FOR_MS)
    return () => clearTimeout(timer)
  }, [askedAtMs, isThere])
  return (
    <>
      <PageHeader
        title="Own site"
        lead="What the crawlers of AI platforms meet on the brand’s own sites. Looked at weekly, and when its domains change."
      >
        {may('member') && (
          <Button
            look="primary"
            isBusy={start.isPending || askedAtMs !== null}
            onClick={() => start.mutate({ params })}
          >
            {askedAtMs === null ? 'Examine now' : 'Being examined …'}
          </Button>
        )}
      </PageHeader>
      <Stack>
        <Refusal error={start.error} />
        {askedAtMs !== null && (
          <Notice isLive>{start.data?.domains.join(', ')}: the result stands here within about a minute.</Notice>
        )}
        <Loaded
          read={audits}
          lines={10}
          empty={{ when: ({ data }) => data.length === 0, show: <NotExamined brandId={brandId} /> }}
        >
          {({ data }) => (
            <>
              {data.map((audit) => (
                <SiteAudit key={audit.domain} audit={audit} />
              ))}
            </>
          )}
        </Loaded>
      </Stack>
    </>
  )
}

function NotExamined({ brandId }: { brandId: string }): ReactNode {
  const brand = useRead('getBrand', { params: { id: brandId } })
  const domains = brand.data?.domains ?? []
  if (brand.data && domains.length === 0)
    return (
      <Empty title="The brand has no domains" action={<Link to="/settings/brands">Add a domain</Link>}>
        With a domain of its own, its robots.txt, sitemap and pages are looked at as each AI crawler meets them.
      </Empty>
    )
  return (
    <Empty title="Not examined yet">
      {domains.join(', ')} will be looked at as AI crawlers meet it: robots.txt for each crawler, how the home page
      answers to its name, the text a reader without scripts gets, structured data, the sitemap.
    </Empty>
  )
}
