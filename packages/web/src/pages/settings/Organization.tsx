import { useState, type ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { useMay } from '../../api/session.ts'
import { useList, useRead, useWrite } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Card, Stack } from '../../design/Card.tsx'
import { Facts } from '../../design/Facts.tsx'
import { Form, FormActions, SelectField, TextField } from '../../design/Field.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { dayAndYear } from '../../format/times.ts'
import { FormError, Saved } from './FormError.tsx'
import { DeleteOrganization } from './organization/DeleteOrganization.tsx'
import { PlatformWeights } from './organization/PlatformWeights.tsx'

type OrganizationFacts = Output<'getOrganization'>

/** Name, default brand, weights, and the end. */
export default function Organization(): ReactNode {
  const may = useMay()
  const organization = useRead('getOrganization', {})
  return (
    <>
      <PageHeader title="Organization" lead="What holds for all brands, and for everybody who works here." />
      <Loaded read={organization} lines={8}>
        {(value) => (
          <Stack>
            <Card title="Name and default brand">
              {may('admin') ? <NameForm organization={value} /> : <NameFacts organization={value} />}
            </Card>
            <PlatformWeights weights={value.platformWeights} />
            {may('owner') && <DeleteOrganization name={value.name} />}
          </Stack>
        )}
      </Loaded>
    </>
  )
}

function NameFacts({ organization }: { organization: OrganizationFacts }): ReactNode {
  return (
    <Facts
      facts={[
        { name: 'Name', value: organization.name },
        { name: 'Since', value: dayAndYear(organization.createdAt.slice(0, 10)) },
        { name: 'Calls a minute', value: organization.callsPerMinute },
      ]}
    />
  )
}

function NameForm({ organization }: { organization: OrganizationFacts }): ReactNode {
  const [name, setName] = useState(organization.name)
  const [brandId, setBrandId] = useState(organization.defaultBrandId ?? '')
  const brands = useList('listBrands', { query: { limit: 100 } })
  const saving = useWrite('updateOrganization', {
    changes: ['getOrganization', 'getSession', 'listBrands', 'getVisibilityScores', 'listAuditEntries'],
  })
  const wrong = saving.error?.fields ?? {}
  const all = brands.data ?? []
  return (
    <Form onSubmit={() => saving.mutate({ body: { name, ...(brandId !== '' && { defaultBrandId: brandId }) } })}>
      <FormError error={saving.error} />
      <TextField
        label="Name"
        autoComplete="organization"
        required
        value={name}
        onText={setName}
        error={wrong['name']}
      />
      {all.length > 0 && (
        <SelectField
          label="Default brand"
          hint="The one that these pages open with, and that GET /visibility/scores answers for."
          value={brandId}
          choices={all.map((brand) => ({ value: brand.id, label: brand.name }))}
          onChoice={setBrandId}
          error={wrong['defaultBrandId']}
        />
      )}
      <FormActions>
        <Button type="submit" look="primary" isBusy={saving.isPending}>
          Save
        </Button>
      </FormActions>
      <Saved isShown={saving.isSuccess && saving.variables.body?.name === name} />
    </Form>
  )
}
