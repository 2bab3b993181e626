import { useState, type ReactNode } from 'react'
import type { Output } from '../../../api/contract.ts'
import { useList, useRead, useWrite } from '../../../api/use-api.ts'
import { Button } from '../../../design/Button.tsx'
import { Card } from '../../../design/Card.tsx'
import { Confirm } from '../../../design/Dialog.tsx'
import { Form, FormActions, SelectField } from '../../../design/Field.tsx'
import { Notice } from '../../../design/Notice.tsx'
import { counted } from '../../../format/numbers.ts'
import { planFacts, planSlugs, type PlanSlug } from './plan-facts.ts'

type Changed = Output<'changePlan'>
type Present = { current: PlanSlug; callsPerMinute: number }

/** Another plan, in force at once; before that it says what would stop. */
export function ChangePlan({ current, callsPerMinute }: Present): ReactNode {
  const [wanted, setWanted] = useState<PlanSlug>(current)
  const [isAsking, setAsking] = useState(false)
  const [changed, setChanged] = useState<Changed | null>(null)
  const changing = useWrite('changePlan', {
    changes: ['getOrganization', 'getUsage', 'getSession', 'listBrands', 'listWebhooks', 'listPrompts'],
    onDone: (answer) => {
      setChanged(answer)
      setAsking(false)
    },
  })
  return (
    <Card title="Change the plan">
      <Form onSubmit={() => setAsking(true)}>
        <SelectField
          label="Plan"
          value={wanted}
          choices={planSlugs.map((slug) => ({ value: slug, label: planFacts[slug].label }))}
          onChoice={setWanted}
        />
        <FormActions>
          <Button type="submit" look="primary" disabled={wanted === current}>
            Change plan …
          </Button>
        </FormActions>
        {changed && (
          <Notice kind="good" isLive>
            {planFacts[changed.organization.plan].label} is in force. {effectText('Paused', changed.paused)}
            {effectText('Goes on', changed.resumed)}
            {changed.endedLimits.callsPerMinute !== null &&
              `The limit of ${changed.endedLimits.callsPerMinute} calls a minute is ${changed.organization.callsPerMinute} now: ${planFacts[changed.organization.plan].label} allows no more.`}
          </Notice>
        )}
      </Form>
      {isAsking && (
        <Confirm
          title={`Change to ${planFacts[wanted].label}?`}
          action={`Change to ${planFacts[wanted].label}`}
          isBusy={changing.isPending}
          error={changing.error?.message}
          onConfirm={() => changing.mutate({ body: { plan: wanted } })}
          onClose={() => setAsking(false)}
        >
          <WhatStops wanted={wanted} />
          {callsPerMinute !== planFacts[current].callsPerMinute && (
            <p>
              The limit of {callsPerMinute} calls a minute was set for this organization. It stays, as far as{' '}
              {planFacts[wanted].label} allows.
            </p>
          )}
          <p>It is in force at once; what was used of the period stays used. Nothing is deleted.</p>
        </Confirm>
      )}
    </Card>
  )
}

function effectText(word: string, { brandIds, prompts, webhookIds }: Changed['paused']): string {
  const parts = [
    brandIds.length > 0 && counted(brandIds.length, 'brand'),
    prompts > 0 && counted(prompts, 'prompt'),
    webhookIds.length > 0 && counted(webhookIds.length, 'webhook'),
  ].filter((part) => part !== false)
  return parts.length === 0 ? '' : `${word}: ${parts.join(', ')}. `
}

/** What is above the limits of the plan wanted. */
function WhatStops({ wanted }: { wanted: PlanSlug }): ReactNode {
  const usage = useRead('getUsage', {})
  const webhooks = useList('listWebhooks', { query: { limit: 200 } })
  if (!usage.data || !webhooks.data) return <p>Counting what would stop …</p>
  const plan = planFacts[wanted]
  const { brands, prompts, seats, platforms } = usage.data.allowances
  const active = webhooks.data.filter(({ status }) => status === 'active').length
  const stops = [
    above(brands.used, plan.brands, 'brand'),
    above(prompts.used, plan.prompts, 'prompt'),
    above(active, plan.webhooks, 'webhook'),
  ].filter((words) => words !== null)
  const isCrowded = plan.seats !== null && seats.used > plan.seats
  const isFewer = plan.platforms !== null && platforms.used > plan.platforms
  return (
    <>
      {stops.length === 0 ? (
        <p>Everything fits: no brand, prompt or webhook is paused.</p>
      ) : (
        <p>
          The newest ones above its limits are paused: {stops.join(', ')}. They can be read, and go on with a larger
          plan.
        </p>
      )}
      {isCrowded && (
        <p>
          It has {counted(plan.seats, 'seat')} and you use {seats.used}: everybody stays, nobody else can be invited.
        </p>
      )}
      {isFewer && (
        <p>
          It holds {plan.platforms} platforms, and you use {platforms.used}.
        </p>
      )}
    </>
  )
}

const above = (used: number, held: number, noun: string): string | null =>
  used > held ? `${counted(used - held, noun)} of ${used}` : null
