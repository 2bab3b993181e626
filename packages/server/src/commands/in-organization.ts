import type { Page } from '@sightline/sdk'
import { listOrganizations } from '../store/operator.ts'
import { withHouse, type OpenHouse, type Shell } from './house.ts'
import { UsageError } from './terminal.ts'

/** Does something in the organization that a command names, or in the only one there is. */
export const inOrganization = <Result>(
  shell: Shell,
  named: string | undefined,
  work: (house: OpenHouse, organizationId: string) => Promise<Result>,
): Promise<Result> => withHouse(shell, async (house) => work(house, await chooseOrganization(house, named)))

/** The organization named, or the only one there is. */
export async function chooseOrganization({ installation }: OpenHouse, named: string | undefined): Promise<string> {
  const organizations = await listOrganizations(installation.ownerUrl)
  const found = organizations.filter(({ id, name }) => named === undefined || id === named || name === named)
  const [only] = found
  if (only && found.length === 1) return only.id
  if (named !== undefined)
    throw new UsageError(
      only
        ? `${found.length} organizations are called ${named}; say which by its id.`
        : `There is no organization ${named}. "sightline org list" shows those there are.`,
    )
  throw new UsageError(
    only
      ? `There are ${found.length} organizations; say which with --org. "sightline org list" shows them.`
      : 'There is no organization yet. Create one: sightline org create --name "My company" --plan pro',
  )
}

/** Where this machine's service answers: links that commands print begin with it. */
export const addressFor = ({ config }: Shell): string => `http://${config.host}:${config.port}/`

/** A list to its end. */
export async function allPages<Item>(
  read: (query: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const all: Item[] = []
  for (let cursor: string | undefined; ;) {
    const { data, pagination } = await read({ limit: 200, ...(cursor !== undefined && { cursor }) })
    all.push(...data)
    if (pagination.nextCursor === null) return all
    cursor = pagination.nextCursor
  }
}
