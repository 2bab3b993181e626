import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '../packages/server/src/app.ts'
import { createRestServer } from '../packages/server/src/http/server.ts'
import { createAuthenticator } from '../packages/server/src/operations/accounts/authenticate.ts'
import type { Meter } from '../packages/server/src/operations/accounts/metering.ts'
import { TEST_SECRET } from '../test/support/cluster.ts'

/** What one server process is told to be: its own arguments, as JSON. */
export type ServerRole =
  | { kind: 'bare'; body: string }
  /** The product as it is. */
  | { kind: 'whole'; url: string }
  /** The same path with a meter that counts nothing. */
  | { kind: 'unmetered'; url: string }

/** What it tells when asked over the channel: microseconds of processor time so far. */
export type ServerUsage = { cpuMicros: number }

const quiet = { info: () => {}, error: (event: string, facts: unknown) => console.error(event, facts) }

// A child of the bench: the argument is what `ServerRole` says.
const role = JSON.parse(process.argv[2] ?? '') as ServerRole
const server = await open()
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicros: user + system } satisfies ServerUsage)
})
// The bench has ended, or was ended.
process.on('disconnect', () => process.exit(0))
// Listening on a port gives an address with a port, never a pipe's name.
process.send?.({ port: (server.address() as AddressInfo).port })

async function open(): Promise<Server> {
  switch (role.kind) {
    case 'bare':
      return openBare(role.body)
    case 'whole':
      return openWhole(role.url)
    case 'unmetered':
      return openUnmetered(role.url)
  }
}

async function openBare(text: string): Promise<Server> {
  const body = Buffer.from(text)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }
  const bare = createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(body)
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  return bare
}

async function openWhole(url: string): Promise<Server> {
  const rest = openApp(url).createRest()
  await rest.listen({ host: '127.0.0.1', port: 0 })
  return rest.server
}

async function openUnmetered(url: string): Promise<Server> {
  const app = openApp(url)
  const { now } = app.services
  const standing: Meter['standing'] = async ({ organization }) => ({
    ceiling: 50_000,
    used: 0,
    period: { start: organization.anchorAt, end: new Date(organization.anchorAt.getTime() + 30 * 86_400_000) },
  })
  const rest = createRestServer({
    authenticate: createAuthenticator(app.services, url).authenticate,
    dispatch: app.dispatch,
    meter: { admit: standing, standing, refund: async () => {} },
    isReady: async () => true,
    isUnavailable: () => false,
    now,
    newRequestId: () => app.services.newId('request'),
    log: quiet,
    version: 'bench',
  })
  await rest.listen({ host: '127.0.0.1', port: 0 })
  return rest.server
}

function openApp(url: string) {
  return createApp({ url, secret: TEST_SECRET, platforms: [], log: quiet, version: 'bench' })
}
