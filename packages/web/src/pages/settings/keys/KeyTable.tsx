import { useState, type ReactNode } from 'react'
import { Badge, type BadgeTone } from '../../../design/Badge.tsx'
import { Button } from '../../../design/Button.tsx'
import { LongTable } from '../../../design/LongTable.tsx'
import type { Column } from '../../../design/Table.tsx'
import { agoText, dayAndYear, instantText } from '../../../format/times.ts'
import styles from '../settings.module.css'
import { useBrandsText } from '../use-brand-name.ts'
import type { ApiKey } from './EditKey.tsx'
import { scopesText } from './scope-words.ts'

type Props = {
  keys: readonly ApiKey[]
  onEdit: (apiKey: ApiKey) => void
  onRevoke: (apiKey: ApiKey) => void
}

export function KeyTable({ keys, onEdit, onRevoke }: Props): ReactNode {
  const brandsText = useBrandsText()
  const [nowMs] = useState(Date.now)
  const columns: Column<ApiKey>[] = [
    {
      id: 'name',
      title: 'Key',
      isRowTitle: true,
      cell: ({ name, start, last4 }) => (
        <>
          {name}
          <span className={styles['soft']}>
            <code>{`${start}…${last4}`}</code>
          </span>
        </>
      ),
    },
    {
      id: 'scopes',
      title: 'May do',
      cell: ({ scopes }) => (
        <details>
          <summary>{scopesText(scopes)}</summary>
          <span className={styles['soft']}>{scopes.join(', ') || 'No scope: it may only ask who it is.'}</span>
        </details>
      ),
    },
    {
      id: 'brands',
      title: 'Brands',
      cell: ({ brandIds }) => brandsText(brandIds),
    },
    { id: 'created', title: 'Created', cell: ({ createdAt }) => dayAndYear(createdAt.slice(0, 10)) },
    { id: 'expires', title: 'Expires', cell: ({ expiresAt }) => (expiresAt ? instantText(expiresAt) : 'Never') },
    {
      id: 'used',
      title: 'Last used',
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <time dateTime={lastUsedAt}>{agoText(lastUsedAt, nowMs)}</time> : 'Not yet',
    },
    {
      id: 'status',
      title: 'State',
      cell: ({ status }) => <Badge tone={keyTones[status]}>{keyWords[status]}</Badge>,
    },
    {
      id: 'actions',
      title: <span className="visually-hidden">Actions</span>,
      cell: (apiKey) =>
        apiKey.status !== 'revoked' && (
          <div className={styles['tools']}>
            <Button size="small" onClick={() => onEdit(apiKey)} aria-label={`Edit ${apiKey.name}`}>
              Edit
            </Button>
            <Button size="small" look="danger" onClick={() => onRevoke(apiKey)} aria-label={`Revoke ${apiKey.name}`}>
              Revoke
            </Button>
          </div>
        ),
    },
  ]
  return <LongTable caption="API keys, newest first" columns={columns} rows={keys} rowId={({ id }) => id} />
}

export const keyWords: Record<ApiKey['status'], string> = { active: 'Active', expired: 'Expired', revoked: 'Revoked' }
const keyTones: Record<ApiKey['status'], BadgeTone> = { active: 'good', expired: 'warn', revoked: 'plain' }
