import { Client } from 'pg'
import type { Config } from '../config.ts'
import { openOwnDatabase } from '../wiring/installation.ts'
import { interruptible } from '../base/interruption.ts'
import { bypassRowSecurity } from '../store/diagnostics.ts'
import { citus } from './citus.ts'
import { counts } from './counts.ts'
import {
  clock,
  connections,
  indexes,
  listener,
  role,
  schema,
  server,
  sessions,
  tenants,
  writing,
  type Opened,
} from './database.ts'
import { fault, words, type Finding } from './finding.ts'
import {
  certificate,
  dataFolder,
  disk,
  nodeVersion,
  openness,
  port,
  proxies,
  usesDataFolder,
  type Machine,
} from './machine.ts'
import { detector, platforms, queue, sealedSecrets, unreadable, webhooks } from './work.ts'

/** Looks at everything that can be wrong with an installation, and changes nothing. */
export async function examine(config: Config, machine: Machine): Promise<Finding[]> {
  const findings: Finding[] = [nodeVersion(machine)]
  if (usesDataFolder(config)) {
    const folder = await dataFolder(config)
    findings.push(folder)
    if (folder.status === 'good') findings.push(await openness(config))
  }
  const shown = certificate(config, machine)
  if (shown) findings.push(shown)
  findings.push(proxies(config), await port(config))
  return [...findings, ...(await insideDatabase(config, machine))]
}

async function insideDatabase(config: Config, machine: Machine): Promise<Finding[]> {
  let opened: Opened
  try {
    opened = await open(config)
  } catch (error) {
    const why = words(error)
    return [
      config.databaseUrl === undefined
        ? fault('database', why, 'Mend what it names, or set DATABASE_URL to a PostgreSQL of your own.')
        : fault(
            'database',
            `The database of DATABASE_URL cannot be used: ${why}.`,
            'Check the address, the user and that PostgreSQL runs.',
          ),
    ]
  }
  try {
    return await withTables(opened, config, machine)
  } finally {
    await opened.client.end().catch(() => {})
    await opened.close()
  }
}

async function open(config: Config): Promise<Opened> {
  const database = await interruptible(() => openOwnDatabase(config))
  const client = new Client({
    connectionString: database.ownerUrl,
    application_name: 'sightline doctor',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 20_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await bypassRowSecurity(client)
    return { ...database, client }
  } catch (error) {
    await client.end().catch(() => {})
    await database.close()
    throw error
  }
}

async function withTables(opened: Opened, config: Config, machine: Machine): Promise<Finding[]> {
  const findings = [await server(opened), await clock(opened, machine)]
  // Known by now where the embedded database lies; beside an external one only the secret does.
  if (usesDataFolder(config)) findings.push(await disk(opened.dir ?? config.dataDir, opened.dir !== null, machine))
  const lent = await sessions(opened)
  // What is asked of a session that is none has no answer.
  if (lent) return [...findings, lent]
  const { finding, isPresent } = await schema(opened)
  findings.push(finding)
  if (!isPresent) return findings
  const looks: [string, () => Promise<Finding | Finding[]>][] = [
    ['role', () => role(opened, config)],
    ['indexes', () => indexes(opened)],
    ['tenants', () => tenants(opened)],
    ['citus', () => citus(opened)],
    ['writing', () => writing(opened)],
    ['connections', () => connections(opened)],
    ['listener', () => listener(opened)],
    ['queue', () => queue(opened)],
    ['platforms', () => platforms(opened, config)],
    ['webhooks', () => webhooks(opened)],
    ['secrets', () => sealedSecrets(opened)],
    ['detector', () => detector(opened)],
    ['unreadable answers', () => unreadable(opened)],
    ['counts', () => counts(opened)],
  ]
  for (const [check, look] of looks)
    findings.push(
      ...[
        await look().catch((error: unknown) =>
          fault(check, `It could not be looked at: ${words(error)}.`, 'Mend what is named above first.'),
        ),
      ].flat(),
    )
  return findings
}
