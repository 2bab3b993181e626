import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { levelOf, readSpace, saySpace, type ReadSpace } from '../base/disk-space.ts'
import { readCertificate } from '../http/certificate.ts'
import { fault, good, some, warning, words, type Finding } from './finding.ts'
import { DAY_MS } from '../engine/measuring/planning/day.ts'
import { refusalOfDataFolder } from '../base/db/data-folder.ts'

/** What the machine says of itself; a test says otherwise. */
export type Machine = {
  nodeVersion: string
  nowMs(): number
  readSpace: ReadSpace
}

export const thisMachine: Machine = {
  nodeVersion: process.versions.node,
  nowMs: Date.now,
  readSpace,
}

const NEEDED_NODE = 24
const NEEDED_BYTES = 500 * 1_048_576
const ROOM = 'Make room on this disk.'

export function nodeVersion({ nodeVersion: version }: Machine): Finding {
  if (Number(version.split('.')[0]) >= NEEDED_NODE) return good('node', `v${version}`)
  return fault('node', `v${version} is too old.`, `Sightline needs Node ${NEEDED_NODE}.`)
}

/** With a database of its own and a secret that is set, nothing is kept there. */
export const usesDataFolder = ({ databaseUrl, secret }: Config): boolean =>
  databaseUrl === undefined || secret === undefined

/** What a start would be refused for. */
export async function dataFolder({ dataDir, databaseUrl }: Config): Promise<Finding> {
  const refusal = await refusalOfDataFolder(dataDir, databaseUrl === undefined)
  return refusal ? fault('data folder', refusal.says, refusal.remedy) : good('data folder', dataDir)
}

/** What is in it opens the database; the database's own user may pass through the folder, nobody may list it. */
export async function openness({ dataDir }: Config): Promise<Finding> {
  const open: string[] = []
  for (const [path, forbidden] of [
    [dataDir, 0o066],
    [join(dataDir, 'secret'), 0o077],
    [join(dataDir, 'postgres.password'), 0o077],
  ] as const) {
    const facts = await stat(path).catch(() => null)
    if (facts && (facts.mode & forbidden) !== 0) open.push(path)
  }
  if (open.length === 0) return good('secrecy', 'only their owner reads the secrets')
  return fault('secrecy', `Other users can read ${some(open)}.`, `Close them: chmod go-rw ${open.join(' ')}`)
}

/** @param path of what is kept there: the embedded database, or the secret */
export async function disk(path: string, isDatabase: boolean, machine: Machine): Promise<Finding> {
  const space = await machine.readSpace(path).catch(() => ({ freeBytes: 0, totalBytes: 0 }))
  const [says, level] = [`${saySpace(space)} in ${path}`, levelOf(space)]
  if (isDatabase && level === 'exhausted')
    return fault(
      'disk',
      `${says}: writes are refused with 507, and workers pause.`,
      `${ROOM} All goes on by itself then.`,
    )
  if (space.freeBytes < NEEDED_BYTES) return fault('disk', `Only ${says}.`, `${ROOM} Without it the database stops.`)
  if (level === 'enough') return good('disk', says)
  return warning('disk', `${says}: below 1 % writes are refused.`, ROOM)
}

const ANSWER_MS = 2_000

/** Free, or taken by Sightline itself. */
export async function port({ host, port: wanted, transport: { tls } }: Config): Promise<Finding> {
  if (wanted === 0) return good('port', 'any that is free')
  const code = await listening(host, wanted)
  if (code === null) return good('port', `${wanted} is free`)
  if (code !== 'EADDRINUSE')
    return fault('port', `${host}:${wanted} cannot be opened (${code}).`, 'Choose another HOST or PORT.')
  // A certificate that does not fit this name is another finding's.
  const isOurs = tls ? true : await isSightline(`http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${wanted}/healthz`)
  if (isOurs) return good('port', `${wanted} is taken, by a service that runs`)
  return fault('port', `${wanted} is taken by another program.`, 'Stop that one, or choose another port with PORT.')
}

function listening(host: string, wanted: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen({ host, port: wanted }, () => server.close(() => resolve(null)))
  })
}

async function isSightline(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' })
    const body = (await answer.json()) as { status?: unknown; version?: unknown }
    return body.status === 'ok' && typeof body.version === 'string'
  } catch {
    return false
  }
}

const SOON_MS = 14 * DAY_MS

export function certificate({ transport: { tls } }: Config, machine: Machine): Finding | null {
  if (!tls) return null
  try {
    const { subject, expiresAt } = readCertificate(tls)
    const leftMs = expiresAt.getTime() - machine.nowMs()
    const until = expiresAt.toISOString().slice(0, 10)
    const remedy = 'Renew it and replace both files; no restart is needed.'
    if (leftMs <= 0) return fault('certificate', `It expired on ${until}: callers refuse it.`, remedy)
    if (leftMs < SOON_MS)
      return warning('certificate', `It expires on ${until}, in ${Math.ceil(leftMs / DAY_MS)} days.`, remedy)
    return good('certificate', `${subject}, until ${until}`)
  } catch (error) {
    return fault(
      'certificate',
      `${words(error)}.`,
      'Set TLS_CERT_FILE and TLS_KEY_FILE to a certificate and the key that belongs to it.',
    )
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/
const TRUSTS_LOOPBACK = /^(127\.|::1|::\/)/

/** Who could read keys on their way, and whether the proxy that is trusted can be the one that calls. */
export function proxies({ host, transport: { tls, trustedProxies = [] } }: Config): Finding {
  if (LOOPBACK.test(host) && trustedProxies.length > 0 && !trustedProxies.some((one) => TRUSTS_LOOPBACK.test(one)))
    return fault(
      'proxies',
      `Only this machine reaches ${host}, and TRUSTED_PROXIES (${trustedProxies.join(', ')}) names others: no proxy is believed, and all callers count as one address.`,
      'Add 127.0.0.1 (or ::1) to TRUSTED_PROXIES, or set HOST to an address that the proxy reaches.',
    )
  if (!LOOPBACK.test(host) && !tls && trustedProxies.length === 0)
    return fault(
      'proxies',
      `Other machines reach ${host}, and keys travel in clear.`,
      'Set TLS_CERT_FILE and TLS_KEY_FILE, or name the proxy that speaks HTTPS in TRUSTED_PROXIES.',
    )
  return good('proxies', tls ? 'HTTPS by this process' : trustedProxies.join(', ') || 'only this machine calls')
}
