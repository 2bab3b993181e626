import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePlatformName } from '../../api/use-names.ts'
import { Table } from '../../design/Table.tsx'
import { failureWords } from '../answers/words.ts'
import { Progress } from './Progress.tsx'
import type { Run } from './words.ts'

/** How far each platform is, and why what failed did. */
export function RunPlatforms({ run, brandId }: { run: Run; brandId: string }): ReactNode {
  const platformName = usePlatformName()
  return (
    <Table
      caption="The run on each platform"
      rows={run.platforms}
      rowId={({ slug }) => slug}
      columns={[
        {
          id: 'platform',
          title: 'Platform',
          isRowTitle: true,
          cell: ({ slug, stored }) =>
            stored === 0 ? (
              platformName(slug)
            ) : (
              <Link to="/brands/$brandId/answers" params={{ brandId }} search={{ runId: run.id, platform: slug }}>
                {platformName(slug)}
              </Link>
            ),
        },
        {
          id: 'stored',
          title: 'Answers',
          cell: ({ slug, stored, planned }) => (
            <Progress label={`Answers of ${platformName(slug)}`} done={stored} planned={planned} />
          ),
        },
        { id: 'waiting', title: 'Waiting', isNumeric: true, cell: ({ waiting }) => waiting },
        { id: 'cancelled', title: 'Not asked', isNumeric: true, cell: ({ cancelled }) => cancelled },
        {
          id: 'failed',
          title: 'Failed',
          isNumeric: true,
          cell: ({ slug, failed }) =>
            failed === 0 ? (
              '0'
            ) : (
              <Link
                to="/brands/$brandId/answers"
                params={{ brandId }}
                search={{ runId: run.id, platform: slug, outcome: 'failed' }}
              >
                {failed}
              </Link>
            ),
        },
        {
          id: 'reasons',
          title: 'Reasons',
          cell: ({ errors }) =>
            errors.length === 0 ? '–' : errors.map(({ code, count }) => `${count} × ${failureWords(code)}`).join('; '),
        },
      ]}
    />
  )
}
