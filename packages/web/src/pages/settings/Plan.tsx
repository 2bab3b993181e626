import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { Card, Stack } from '../../design/Card.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { ChangePlan } from './plan/ChangePlan.tsx'
import { planFacts } from './plan/plan-facts.ts'
import { PlanTable } from './plan/PlanTable.tsx'

/** What the plan holds, beside the others. */
export default function Plan(): ReactNode {
  const may = useMay()
  const organization = useRead('getOrganization', {})
  return (
    <>
      <PageHeader
        title="Plan and allowances"
        lead={
          organization.data ? (
            <>
              You have {planFacts[organization.data.plan].label}, with {organization.data.callsPerMinute} calls a
              minute. What is used of it stands under <Link to="/usage">Usage</Link>.
            </>
          ) : undefined
        }
      />
      <Loaded read={organization} lines={10}>
        {({ plan, callsPerMinute }) => (
          <Stack>
            <Card title="Plans">
              <PlanTable current={plan} />
            </Card>
            {may('owner') ? (
              <ChangePlan current={plan} callsPerMinute={callsPerMinute} />
            ) : (
              <p>An owner of the organization changes the plan.</p>
            )}
          </Stack>
        )}
      </Loaded>
    </>
  )
}
