import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem, scopes, sessionOperations } from '@sightline/sdk'
import { createOrganization } from '../operations/accounts/organizations.ts'
import { settleDemoOwner } from '../identity/demo-owner.ts'
import { demoCode, FIRST_ORGANIZATION, setUpCode } from '../identity/set-up.ts'
import { isClaimed } from '../store/accounts/installation.ts'
import { fillPast, firstRun, markFilled, openDemo } from '../demo.ts'
import { refuseClockSkew } from '../base/db/clock-skew.ts'
import { refuseHalfDistributed } from '../base/db/distribution.ts'
import { listOrganizations } from '../store/accounts/operator.ts'
import { CertificateError, readCertificate } from '../http/certificate.ts'
import { closeGently, type RestServer } from '../http/server.ts'
import { onStopSignal } from '../base/interruption.ts'
import { openTelemetry } from '../base/telemetry/open-telemetry.ts'
import { reachable } from './in-organization.ts'
import { openApp, operate, type OpenApp, type Shell } from './with-app.ts'
import { retryPolicyOf, StoppedWaiting } from './retry-policy.ts'
import { progressBar, UsageError } from './terminal.ts'

export type StartCommand = { role: string; demo?: boolean; host: string; port: number }
type Role = 'all' | 'api' | 'worker'

/** Runs the service until it is told to stop. */
export async function startCommand(shell: Shell, options: StartCommand): Promise<void> {
  const role = roleOf(options.role)
  const hasPlatforms = Object.values(shell.config.providers).some(Boolean)
  const isDemo = options.demo ?? (!hasPlatforms && role === 'all')
  const stopped = new Promise<string>((resolve) => void onStopSignal(resolve))
  let isStopping = false
  let isOpen = false
  const telemetry = await openTelemetry(shell.config.telemetry, { version: shell.version, role })
  const retryPolicy = retryPolicyOf(shell.terminal, stopped)
  const opened = await openApp(shell, { isDemo, stopsItself: true, telemetry, retryPolicy }).catch(whatStopped)
  if (!opened) return telemetry?.close()
  let rest: RestServer | null = null
  try {
    // An embedded database has this machine's clock.
    if (opened.installation.kind === 'external') await refuseClockSkew(opened.installation.ownerUrl)
    await refuseHalfDistributed(opened.installation.ownerUrl)
    const gauges = opened.app.gauges(role)
    const isReady = async (): Promise<boolean> => isOpen && gauges.isReady()
    const exposed = telemetry?.expose({ ...gauges, isReady }).catch(explainPort('SIGHTLINE_METRICS_PORT'))
    const operations = (await exposed) ?? null
    rest = role === 'worker' ? null : openDoor(shell, opened)
    const address = rest && (await listen(shell, rest, options))
    if (address !== null) opened.app.announce(address)
    if (role !== 'api') await opened.app.startWork({ isService: true })
    if (role !== 'api') renewExtractions(opened).catch((error: unknown) => sayNotRenewed(opened, error))
    isOpen = true
    const door = address === null ? null : { address, secrecy: secrecyOf(shell.config, options.host) }
    greet(shell, opened, role, { door, operations })
    const reached = address && (shell.config.publicUrl ?? address)
    if (reached) await sayHowToEnter(shell, opened, reached).catch((error: unknown) => sayWhyNot(shell, opened, error))
    if (reached && role === 'all')
      welcome(shell, opened, reached).catch((error: unknown) => {
        // What was under way ends with the service; it goes on at the next start.
        if (!isStopping) sayWhyNot(shell, opened, error)
      })
    const reason = await stopped
    isStopping = true
    shell.terminal.err(`\n${reason}: finishing what is under way …\n`)
    opened.app.drain()
    if (rest) await sleep(shell.config.drainMs)
  } finally {
    // Where a start fails behind it too: an open door would keep the process, which has nothing behind it any more.
    if (rest) await closeGently(rest)
    await opened.close()
    await telemetry?.close()
  }
  opened.log.info('stopped', { role })
}

/** A process that is told to stop before it began has nothing to finish. */
function whatStopped(error: unknown): null {
  if (error instanceof StoppedWaiting) return null
  throw error
}

function roleOf(text: string): Role {
  if (text === 'all' || text === 'api' || text === 'worker') return text
  throw new UsageError(`--role must be all, api or worker; "${text}" is none.`)
}

function openDoor({ config }: Shell, { app }: OpenApp): RestServer {
  try {
    return app.createRest(config.transport)
  } catch (error) {
    if (error instanceof CertificateError) throw new UsageError(`${error.message}.`)
    throw error
  }
}

async function listen({ config }: Shell, rest: RestServer, { host, port }: StartCommand): Promise<string> {
  try {
    await rest.listen({ host, port })
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE')
      throw new UsageError(`Port ${port} is taken. Is Sightline running already? Choose another with --port or PORT.`)
    if (codeOf(error) === 'EACCES')
      throw new UsageError(`Port ${port} needs more rights than this user has. Choose one above 1023 with --port.`)
    throw error
  }
  // Listening on a port gives an address with a port, never a pipe's name.
  const { port: chosen } = rest.server.address() as AddressInfo
  return `${config.transport.tls ? 'https' : 'http'}://${reachable(host)}:${chosen}`
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : '')

/** A port of our own choosing that cannot be had is a wrong setting. */
const explainPort =
  (variable: string) =>
  (error: unknown): never => {
    if (codeOf(error) === 'EADDRINUSE' || codeOf(error) === 'EADDRNOTAVAIL' || codeOf(error) === 'EACCES')
      throw new UsageError(`The port of ${variable} cannot be opened (${String(codeOf(error))}). Choose another.`)
    throw error
  }

function greet(
  { terminal, version, config }: Shell,
  { installation, platforms, log }: OpenApp,
  role: Role,
  { door, operations }: { door: { address: string; secrecy: string[] } | null; operations: string | null },
): void {
  log.info('started', {
    role,
    address: door?.address,
    database: installation.kind,
    migrations: installation.applied,
    platforms: platforms.platforms.map(({ slug }) => slug),
  })
  terminal.out(
    [
      '',
      `Sightline ${version} is running${role === 'all' ? '' : ` as ${role}`}.`,
      ...(door ? [`  Address    ${door.address}/api/v1`, `  Docs       ${door.address}/docs`] : []),
      ...(door?.secrecy ?? []),
      ...(operations === null ? [] : [`  Operations ${operations}/metrics`]),
      `  Database   ${installation.kind === 'embedded' ? `embedded PostgreSQL in ${config.dataDir}` : 'PostgreSQL of DATABASE_URL'}`,
      `  Platforms  ${platforms.platforms.map(({ slug }) => slug).join(', ') || 'none: set a platform’s API key'}${platforms.lab ? ' — SIMULATED by the lab' : ''}`,
      '',
    ].join('\n'),
  )
}

/** Who could read the keys on their way. */
function secrecyOf({ transport: { tls, trustedProxies = [] } }: Shell['config'], host: string): string[] {
  if (tls) {
    const { subject, expiresAt } = readCertificate(tls)
    return [`  TLS        ${subject}, until ${expiresAt.toISOString().slice(0, 10)}`]
  }
  if (trustedProxies.length > 0) return [`  Behind     ${trustedProxies.join(', ')}`]
  if (/^(localhost|127\.|::1$)/.test(host)) return []
  return ['  NOT SECRET Keys travel in clear: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES.']
}

/** The first person comes by this link; whoever reads this terminal is the operator. */
async function sayHowToEnter(
  { terminal }: Shell,
  { app, installation, platforms }: OpenApp,
  address: string,
): Promise<void> {
  if (platforms.lab) return
  const open = (await isClaimed(app.database.systemDb))
    ? `  Open       ${address}\n`
    : `  Set up     ${address}/set-up#${setUpCode(installation.secret)}\n             Open this link to make the first account.\n`
  terminal.out(open)
}

async function welcome(shell: Shell, opened: OpenApp, address: string): Promise<void> {
  if (opened.platforms.lab) return welcomeToDemo(shell, opened, address)
  const organizations = await listOrganizations(opened.installation.ownerUrl)
  if (organizations.length > 0) return
  const actor = { kind: 'commandLine' } as const
  const organizationId = await createOrganization(opened.app.services, {
    name: FIRST_ORGANIZATION,
    plan: 'agency',
    actor,
  })
  const body = { name: 'First key', scopes: [...scopes] }
  const { secret: key } = await operate(opened.app, organizationId, sessionOperations.createKey, { body })
  shell.terminal.out(
    [
      '',
      'Your first organization is ready. This key is shown once:',
      `  API key    ${key}`,
      '  Create your brand:',
      `  curl -s ${address}/api/v1/brands -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"name":"YOUR BRAND","domains":["yourbrand.com"]}'`,
      '  or measure at once from another terminal:',
      '  npx sightline measure --brand "YOUR BRAND" --competitor "A RIVAL" --prompt "best … for …"',
      '',
    ].join('\n'),
  )
}

/** A better detector is run over the past, without asking a platform again. */
async function renewExtractions({ app, installation, log }: OpenApp): Promise<void> {
  const organizations = await listOrganizations(installation.ownerUrl)
  const brands = await app.renewAnswers(organizations.map(({ id }) => id))
  if (brands > 0) log.info('extraction.renewal_appointed', { brands })
}

/** Nothing is lost: the next start appoints it. */
const sayNotRenewed = ({ log }: OpenApp, error: unknown): void =>
  log.error('extraction.renewal_not_appointed', { error: error instanceof Error ? error.message : String(error) })

async function welcomeToDemo(
  { terminal, config }: Shell,
  { app, platforms, installation }: OpenApp,
  address: string,
): Promise<void> {
  const demo = await openDemo(app, { dataDir: config.dataDir, ownerUrl: installation.ownerUrl })
  await settleDemoOwner(app.services, demo.organizationId)
  const { lab } = platforms
  terminal.out(
    [
      '',
      'No platform key is set, so this is the DEMO: every answer is SIMULATED and measures nothing real.',
      '',
      `  Open ${address}/open#${demoCode(installation.secret)}`,
      '',
      `  API key    ${demo.key}`,
      '  First call',
      `  curl -s ${address}/api/v1/brands/${demo.brandId}/score -H 'Authorization: Bearer ${demo.key}'`,
      '',
    ].join('\n'),
  )
  if (demo.isFilled || !lab) return
  const past = progressBar(terminal, 'Ninety simulated days')
  await fillPast(app, lab, demo, (days) => past.show(days, 89))
  past.end()
  await markFilled(config.dataDir, demo)
  const live = progressBar(terminal, 'First live run (simulated)')
  await firstRun(app, demo, (stored, planned) => live.show(stored, planned))
  live.end()
  terminal.out('The first live run has ended; the call above shows its score.\n')
}

function sayWhyNot({ terminal }: Shell, { log }: OpenApp, error: unknown): void {
  if (error instanceof Problem) terminal.err(`The demo could not be filled: ${error.message}\n`)
  log.error('welcome.failed', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
