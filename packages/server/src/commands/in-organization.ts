import type { Page } from '@sightline/sdk'
import { servedAddresses } from '../base/db/listener.ts'
import { listOrganizations } from '../store/accounts/operator.ts'
import { withApp, type OpenApp, type Shell } from './with-app.ts'
import { UsageError } from './terminal.ts'

/** Does something in the organization that a command names, or in the only one there is. */
export const inOrganization = <Result>(
  shell: Shell,
  named: string | undefined,
  work: (opened: OpenApp, organizationId: string) => Promise<Result>,
): Promise<Result> => withApp(shell, async (opened) => work(opened, await chooseOrganization(opened, named)))

/** The organization named, or the only one there is. */
export async function chooseOrganization({ installation }: OpenApp, named: string | undefined): Promise<string> {
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

/**
 * What links that commands print start with: the public address, else that of a server on the same database, else what the
 * settings say, which is a guess and told as one.
 */
export async function addressFor({ config, terminal }: Shell, { app }: OpenApp): Promise<string> {
  if (config.publicUrl !== null) return config.publicUrl
  const [served, ...others] = await servedAddresses(app.database.systemDb)
  if (served === undefined) {
    const guess = `${config.transport.tls ? 'https' : 'http'}://${reachable(config.host)}:${config.port}`
    terminal.err(
      `No server is running here, so this link starts with ${guess}, from HOST and PORT. Set SIGHTLINE_PUBLIC_URL, or start the server and make the link again.\n`,
    )
    return guess
  }
  if (others.length > 0)
    terminal.err(
      `Several servers are running (${[served, ...others].join(', ')}); this link starts with the first. Set SIGHTLINE_PUBLIC_URL to the address that people open.\n`,
    )
  return served
}

/** A server on all interfaces is reached by a name, not by the address that stands for all. */
export const reachable = (host: string): string => (host === '0.0.0.0' || host === '::' ? 'localhost' : host)

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
