import { withClient } from '../../base/db/with-client.ts'

export type OrganizationLine = { id: string; name: string; plan: string; createdAt: Date }

/** All organizations, oldest first; seen by the owner of the tables only, never by the application. */
export async function listOrganizations(ownerUrl: string): Promise<OrganizationLine[]> {
  return withClient(ownerUrl, 'sightline operator', async (client) => {
    const { rows } = await client.query<OrganizationLine>(
      'select organization_id as id, name, plan, created_at as "createdAt" from organization order by created_at, organization_id',
    )
    return rows
  })
}
