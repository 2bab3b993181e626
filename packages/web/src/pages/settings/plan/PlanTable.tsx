import type { ReactNode } from 'react'
import { Badge } from '../../../design/Badge.tsx'
import { Table } from '../../../design/Table.tsx'
import { whole } from '../../../format/numbers.ts'
import { planFacts, planSlugs, type PlanSlug } from './plan-facts.ts'

type Facts = (typeof planFacts)[PlanSlug]
type Line = { name: string; text: (plan: Facts) => string }

const limit = (value: number | null): string => (value === null ? 'No limit' : whole(value))

const LINES: Line[] = [
  { name: 'Price a month', text: (plan) => (plan.usdPerMonth === null ? 'Not published' : `$${plan.usdPerMonth}`) },
  { name: 'API calls a month', text: (plan) => whole(plan.callsPerMonth) },
  { name: 'API calls a minute', text: (plan) => whole(plan.callsPerMinute) },
  { name: 'Answers a month', text: (plan) => whole(plan.answersPerMonth) },
  { name: 'Prompts', text: (plan) => whole(plan.prompts) },
  { name: 'Platforms', text: (plan) => limit(plan.platforms) },
  { name: 'Brands', text: (plan) => whole(plan.brands) },
  { name: 'Seats', text: (plan) => limit(plan.seats) },
  { name: 'Webhooks', text: (plan) => whole(plan.webhooks) },
  { name: 'MCP server', text: (plan) => (plan.mcp === 'full' ? 'Reads and changes' : 'Reads only') },
  {
    name: 'Events that webhooks tell of',
    text: (plan) => (plan.countsWebhookEvents ? 'Count as calls' : 'Are not counted'),
  },
  { name: 'Alert digest', text: (plan) => (plan.hasAlertDigest ? 'Yes' : 'No') },
  { name: 'Dedicated chat channel', text: (plan) => (plan.hasDedicatedChannel ? 'Yes' : 'No') },
]

/** The plans side by side. */
export function PlanTable({ current }: { current: PlanSlug }): ReactNode {
  return (
    <Table
      caption="What each plan holds"
      rows={LINES}
      rowId={({ name }) => name}
      isDense
      columns={[
        { id: 'name', title: 'Allowance', isRowTitle: true, cell: ({ name }) => name },
        ...planSlugs.map((slug) => ({
          id: slug,
          title: (
            <>
              {planFacts[slug].label} {slug === current && <Badge tone="accent">Yours</Badge>}
            </>
          ),
          isNumeric: true,
          cell: ({ text }: Line) => text(planFacts[slug]),
        })),
      ]}
    />
  )
}
