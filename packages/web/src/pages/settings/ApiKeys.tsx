import { useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useList } from '../../api/use-door.ts'
import { Button } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { SelectField } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import { useAddress } from '../../shell/use-address.ts'
import { CreateKey } from './keys/CreateKey.tsx'
import { EditKey, RevokeKey, type ApiKey } from './keys/EditKey.tsx'
import { KeyTable, keyWords } from './keys/KeyTable.tsx'

type Open = { what: 'create' } | { what: 'edit' | 'revoke'; apiKey: ApiKey }

/** Keys for the REST API, the SDK and assistants: who has one, what it may do, and the way to end it. */
export default function ApiKeys(): ReactNode {
  const { status } = useSearch({ from: '/signed-in/shell/settings/api-keys' })
  const may = useMay()
  const isStatus = (word: string | undefined): word is ApiKey['status'] =>
    word !== undefined && Object.hasOwn(keyWords, word)
  const keys = useList('listKeys', { query: isStatus(status) ? { status } : {} })
  const [open, setOpen] = useState<Open | null>(null)
  const close = (): void => setOpen(null)
  return (
    <>
      <PageHeader
        title="API keys"
        lead="A key lets a program do what you choose: the REST API, the SDK, the command line, an AI assistant."
      >
        {may('admin') && (
          <Button look="primary" onClick={() => setOpen({ what: 'create' })}>
            Create key
          </Button>
        )}
      </PageHeader>
      {may('admin') && <StatusFilter status={isStatus(status) ? status : undefined} />}
      <Card title="Keys">
        <Loaded
          read={keys}
          lines={6}
          empty={{ when: (all) => all.length === 0, show: <NoKeys isFiltered={isStatus(status)} /> }}
        >
          {(all) => (
            <>
              <KeyTable
                keys={all}
                onEdit={(apiKey) => setOpen({ what: 'edit', apiKey })}
                onRevoke={(apiKey) => setOpen({ what: 'revoke', apiKey })}
              />
              <ShowMore list={keys} shown={all.length} noun="keys" />
            </>
          )}
        </Loaded>
      </Card>
      {open?.what === 'create' && <CreateKey onClose={close} />}
      {open?.what === 'edit' && <EditKey apiKey={open.apiKey} onClose={close} />}
      {open?.what === 'revoke' && <RevokeKey apiKey={open.apiKey} onClose={close} />}
    </>
  )
}

function StatusFilter({ status }: { status: ApiKey['status'] | undefined }): ReactNode {
  const setAddress = useAddress()
  // The words' names are the contract's own.
  const statuses = Object.keys(keyWords) as ApiKey['status'][]
  return (
    <FilterBar
      label="Filter the keys"
      onClear={status === undefined ? undefined : () => setAddress({ status: undefined })}
    >
      <SelectField
        label="State"
        value={status ?? ''}
        choices={[
          { value: '', label: 'All' },
          ...statuses.map((value) => ({ value: value as string, label: keyWords[value] })),
        ]}
        onChoice={(value) => setAddress({ status: value === '' ? undefined : value })}
      />
    </FilterBar>
  )
}

function NoKeys({ isFiltered }: { isFiltered: boolean }): ReactNode {
  if (isFiltered) return <Empty title="No key is in this state">Choose another state, or all of them.</Empty>
  return (
    <Empty title="No keys yet">
      Create one for the API, a script or an assistant. It shows the first call ready to be pasted.
    </Empty>
  )
}
