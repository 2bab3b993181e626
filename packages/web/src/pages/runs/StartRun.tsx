import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { usePlatformName } from '../../api/use-names.ts'
import { useRead, useWrite } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { CheckField, Form, FormActions, SelectField } from '../../design/Field.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { Table } from '../../design/Table.tsx'
import { toggled } from '../../format/lists.ts'
import { counted, usd } from '../../format/numbers.ts'
import styles from './StartRun.module.css'
import { repeatChoices, runReads } from './words.ts'

type Plan = Extract<Output<'startRun'>, { dryRun: true }>
type Platform = Output<'listPlatforms'>['data'][number]

/** What to ask, then what that means and costs, and only then the start. */
export function StartRun({ brandId, onClose }: { brandId: string; onClose: () => void }): ReactNode {
  const platforms = useRead('listPlatforms', {})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [repeats, setRepeats] = useState('1')
  const navigate = useNavigate()
  const plan = useWrite('startRun', { changes: [] })
  const start = useWrite('startRun', {
    changes: runReads,
    onDone: (run) => {
      if ('id' in run) void navigate({ to: '/brands/$brandId/runs/$runId', params: { brandId, runId: run.id } })
    },
  })
  const available = platforms.data?.data.filter(({ isAvailable }) => isAvailable) ?? []
  const chosen = available.filter(({ slug }) => !left.has(slug))
  const input = (dryRun: boolean) => ({
    params: { id: brandId },
    body: {
      repeats: Number(repeats),
      dryRun,
      // All of them: whatever the plan allows of them.
      ...(left.size > 0 && { platforms: chosen.map(({ slug }) => slug) }),
    },
  })
  const planned = plan.data && 'dryRun' in plan.data ? plan.data : undefined
  const error = start.error ?? plan.error
  const edit = (change: () => void): void => {
    plan.reset()
    start.reset()
    change()
  }
  return (
    <Dialog title="Start a run" onClose={onClose} isClosable={!start.isPending}>
      <Form onSubmit={() => (planned ? start.mutate(input(false)) : plan.mutate(input(true)))}>
        <Loaded read={platforms}>
          {() => <PlatformChoice available={available} left={left} onChange={(next) => edit(() => setLeft(next))} />}
        </Loaded>
        <SelectField
          label="Each prompt is asked"
          hint="Platforms answer differently each time: more answers say more, and cost more."
          value={repeats}
          choices={repeatChoices}
          onChoice={(value) => edit(() => setRepeats(value))}
        />
        {planned && <PlanTable plan={planned} />}
        <Refusal error={error} />
        <FormActions>
          <Button
            look="primary"
            type="submit"
            disabled={chosen.length === 0}
            isBusy={plan.isPending || start.isPending}
          >
            {planned ? `Ask for ${counted(planned.answers, 'answer')} now` : 'Show the plan and its cost'}
          </Button>
          <Button onClick={onClose} disabled={start.isPending}>
            Cancel
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

function PlatformChoice({
  available,
  left,
  onChange,
}: {
  available: readonly Platform[]
  left: ReadonlySet<string>
  onChange: (left: ReadonlySet<string>) => void
}): ReactNode {
  return (
    <fieldset className={styles['platforms']}>
      <legend>Platforms</legend>
      {available.map(({ slug, label }) => (
        <CheckField
          key={slug}
          label={label}
          isChecked={!left.has(slug)}
          onCheck={(isChecked) => onChange(new Set(toggled(left, slug, !isChecked)))}
        />
      ))}
      {available.length === 0 && <p>No platform is set up on this installation: its operator gives it their keys.</p>}
    </fieldset>
  )
}

/** What would be asked; nothing has been yet. */
function PlanTable({ plan }: { plan: Plan }): ReactNode {
  const platformName = usePlatformName()
  const priceless = plan.platforms.filter(({ estimatedUsd }) => estimatedUsd === null)
  return (
    <div className={styles['plan']} role="status">
      <p>
        <strong>{counted(plan.answers, 'answer')}</strong>
        {plan.estimatedUsd === null
          ? ', at a cost that is not known for all platforms'
          : `, about ${usd(plan.estimatedUsd)}`}
        . Nothing has been asked yet.
      </p>
      <Table
        caption="The plan"
        rows={plan.platforms}
        rowId={({ slug }) => slug}
        isDense
        columns={[
          { id: 'platform', title: 'Platform', isRowTitle: true, cell: ({ slug }) => platformName(slug) },
          { id: 'answers', title: 'Answers', isNumeric: true, cell: ({ answers }) => answers },
          {
            id: 'cost',
            title: 'About',
            isNumeric: true,
            cell: ({ estimatedUsd }) => (estimatedUsd === null ? 'no price known' : usd(estimatedUsd)),
          },
        ]}
      />
      {priceless.length > 0 && (
        <p className={styles['note']}>
          Where no price is known the platform charges by a plan, or by what its answers hold.
        </p>
      )}
    </div>
  )
}
