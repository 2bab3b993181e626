import { useState, type ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { useRead, useWrite } from '../../api/use-api.ts'
import { Badge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { Card, Stack } from '../../design/Card.tsx'
import { Confirm } from '../../design/Dialog.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Facts } from '../../design/Facts.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { LongTable } from '../../design/LongTable.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { usd, whole } from '../../format/numbers.ts'
import { instantText } from '../../format/times.ts'
import { FormError } from './FormError.tsx'
import { ModelKeyForm, providerWords } from './models/ModelKeyForm.tsx'
import styles from './settings.module.css'
import { useBrandName } from './use-brand-name.ts'

type ModelSettings = Output<'getModelKey'>
type Key = NonNullable<ModelSettings['key']>
type Use = ModelSettings['uses'][number]

/** A language model of the organization's own, off unless it is turned on. */
export default function Models(): ReactNode {
  const standing = useRead('getModelKey', {})
  return (
    <>
      <PageHeader
        title="Judge model"
        lead="With your own key, a model gives a second opinion where the rules are unsure, and suggests prompts. It is off by default and changes no number."
      />
      <Loaded read={standing} lines={8}>
        {({ key, uses }) => (
          <Stack>
            {key ? (
              <PresentKey modelKey={key} />
            ) : (
              <Card title="Set a key" note="Until then no model is asked for anything.">
                <ModelKeyForm onDone={() => undefined} />
              </Card>
            )}
            <Uses uses={uses} />
          </Stack>
        )}
      </Loaded>
    </>
  )
}

function PresentKey({ modelKey }: { modelKey: Key }): ReactNode {
  const [open, setOpen] = useState<'replace' | 'remove' | null>(null)
  const switching = useWrite('updateModelKey', { changes: ['getModelKey', 'listAuditEntries'] })
  const removing = useWrite('removeModelKey', {
    changes: ['getModelKey', 'listAuditEntries'],
    onDone: () => setOpen(null),
  })
  return (
    <Card
      title="Your key"
      aside={
        <Badge tone={modelKey.judges ? 'good' : 'plain'}>
          {modelKey.judges ? 'Judges each run' : 'Judges nothing'}
        </Badge>
      }
    >
      <div className={styles['block']}>
        <FormError error={switching.error} />
        <Facts
          facts={[
            { name: 'Provider', value: providerWords[modelKey.provider] },
            { name: 'Model', value: <code>{modelKey.model}</code> },
            { name: 'Key', value: <code>…{modelKey.last4}</code> },
            { name: 'Set', value: instantText(modelKey.setAt) },
          ]}
        />
        <div className={styles['tools']}>
          <Button isBusy={switching.isPending} onClick={() => switching.mutate({ body: { judges: !modelKey.judges } })}>
            {modelKey.judges ? 'Turn judging off' : 'Turn judging on'}
          </Button>
          <Button onClick={() => setOpen(open === 'replace' ? null : 'replace')} aria-expanded={open === 'replace'}>
            Replace key
          </Button>
          <Button look="danger" onClick={() => setOpen('remove')}>
            Remove key
          </Button>
        </div>
        {open === 'replace' && <ModelKeyForm onDone={() => setOpen(null)} />}
      </div>
      {open === 'remove' && (
        <Confirm
          title="Remove the model key?"
          action="Remove key"
          isBusy={removing.isPending}
          error={removing.error?.message}
          onConfirm={() => removing.mutate({})}
          onClose={() => setOpen(null)}
        >
          <p>Nothing is asked of a model from now on. Verdicts that were given stay, with the model’s name.</p>
        </Confirm>
      )}
    </Card>
  )
}

function Uses({ uses }: { uses: readonly Use[] }): ReactNode {
  const brandName = useBrandName()
  return (
    <Card title="What it was asked" note="The newest 50 rounds. Costs are by list price; the bill is the provider’s.">
      {uses.length === 0 ? (
        <Empty title="Nothing was asked yet">With judging on, each run adds a round here, with what it cost.</Empty>
      ) : (
        <LongTable
          caption="Rounds of asking, newest first"
          rows={uses}
          rowId={(use) => `${use.startedAt} ${use.kind} ${use.brandId}`}
          columns={[
            { id: 'at', title: 'When', cell: ({ startedAt }) => instantText(startedAt) },
            {
              id: 'what',
              title: 'What',
              isRowTitle: true,
              cell: ({ kind, brandId, failure }) => (
                <>
                  {kind === 'judge' ? 'Second opinions' : 'Prompt ideas'} for {brandName(brandId)}
                  {failure !== null && <span className={styles['soft']}>ended early: {failure}</span>}
                </>
              ),
            },
            { id: 'model', title: 'Model', cell: ({ model }) => <code>{model}</code> },
            { id: 'calls', title: 'Questions', isNumeric: true, cell: ({ calls }) => whole(calls) },
            { id: 'results', title: 'Results', isNumeric: true, cell: ({ results }) => whole(results) },
            { id: 'usd', title: 'Cost', isNumeric: true, cell: (use) => usd(use.usd) },
          ]}
        />
      )}
    </Card>
  )
}
