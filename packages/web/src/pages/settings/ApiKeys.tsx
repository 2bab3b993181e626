import { useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useList } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { choicesOf, filterChoices } from '../../design/choices.ts'
import { Empty } from '../../design/Empty.tsx'
import { SelectField } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import { knownOf } from '../../shell/search.ts'
import { useAddress } from '../../shell/use-address.ts'
import { useOpened } from '../../shell/use-opened.ts'
import { CreateKey } from './keys/CreateKey.tsx'
import { EditKey, RevokeKey, type ApiKey } from './keys/EditKey.tsx'
import { KeyTable, keyWords } from './keys/KeyTable.tsx'

type Open = { what: 'create' } | { what: 'edit' | 'revoke'; apiKey: ApiKey }

/** Keys for the REST API, the SDK and assistants: who has one, what it may do, and the way to end it. */
export default function ApiKeys(): ReactNode {
  const asked = useSearch({ from: '/signed-in/shell/settings/api-keys' })
  const status = knownOf(keyWords, asked.status)
  const may = useMay()
  const keys = useList('listKeys', { query: status === undefined ? {} : { status } })
  const [open, setOpen] = useState<Open | null>(null)
  useOpened('create', () => setOpen({ what: 'create' }))
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
      {may('admin') && <StatusFilter status={status} />}
      <Card title="Keys">
        <Loaded
          read={keys}
          lines={6}
          empty={{ when: (all) => all.length === 0, show: <NoKeys isFiltered={status !== undefined} /> }}
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
  return (
    <FilterBar
      label="Filter the keys"
      onClear={status === undefined ? undefined : () => setAddress({ status: undefined })}
    >
      <SelectField
        label="State"
        value={status ?? ''}
        choices={filterChoices('All', choicesOf(keyWords))}
        onChoice={(value) => setAddress({ status: value })}
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
