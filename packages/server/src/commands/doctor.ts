import { constants } from 'node:fs'
import { access, mkdir, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { listOrganizations } from '../store/operator.ts'
import { openHouse, type OpenHouse, type Shell } from './house.ts'

type Finding = { check: string; isGood: boolean; says: string }

/** Looks at everything that can be wrong with an installation and says what to do. Exit code 1 when something is. */
export async function doctorCommand(shell: Shell, options: { json?: boolean }): Promise<number> {
  const findings = [nodeVersion(), await dataFolder(shell), await diskSpace(shell), ...(await insideHouse(shell))]
  const isGood = findings.every((finding) => finding.isGood)
  if (options.json) shell.terminal.out(`${JSON.stringify({ good: isGood, findings })}\n`)
  else
    for (const { isGood: good, check, says } of findings)
      shell.terminal.out(`${good ? '✓' : '✗'} ${check.padEnd(12)} ${says}\n`)
  return isGood ? 0 : 1
}

function nodeVersion(): Finding {
  const major = Number(process.versions.node.split('.')[0])
  return {
    check: 'node',
    isGood: major >= 24,
    says: major >= 24 ? process.version : `${process.version} is too old: Sightline needs Node 24.`,
  }
}

async function dataFolder({ config }: Shell): Promise<Finding> {
  try {
    await mkdir(config.dataDir, { recursive: true })
    await access(config.dataDir, constants.W_OK)
    return { check: 'data folder', isGood: true, says: config.dataDir }
  } catch {
    return {
      check: 'data folder',
      isGood: false,
      says: `${config.dataDir} cannot be written. Choose another with --data-dir or SIGHTLINE_DATA_DIR.`,
    }
  }
}

const NEEDED_BYTES = 500 * 1_024 * 1_024

async function diskSpace({ config }: Shell): Promise<Finding> {
  const facts = await statfs(config.dataDir).catch(() => null)
  const free = facts ? facts.bavail * facts.bsize : 0
  const says = `${Math.round(free / 1_048_576)} MiB free`
  return {
    check: 'disk',
    isGood: free >= NEEDED_BYTES,
    says: free >= NEEDED_BYTES ? says : `only ${says}: make room, the database stops without it.`,
  }
}

async function insideHouse(shell: Shell): Promise<Finding[]> {
  let house: OpenHouse
  try {
    house = await openHouse(shell)
  } catch (error) {
    return [{ check: 'database', isGood: false, says: error instanceof Error ? error.message : String(error) }]
  }
  try {
    return [
      await database(house),
      await tenantWall(house),
      await queue(house),
      await extraction(house),
      platforms(house),
    ]
  } finally {
    await house.close()
  }
}

async function database({ app, installation }: OpenHouse): Promise<Finding> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
    app.database.directory,
  )
  return {
    check: 'database',
    isGood: true,
    says: `PostgreSQL ${rows[0]?.version}, ${installation.kind}, schema is present`,
  }
}

async function tenantWall({ app }: OpenHouse): Promise<Finding> {
  const { rows } = await sql<{ name: string; isSuper: boolean; bypasses: boolean; open: string[] }>`
    select current_user as name, rolsuper as "isSuper", rolbypassrls as bypasses,
      array(select c.relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
            where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'credential'
              and not (c.relrowsecurity and c.relforcerowsecurity)) as open
    from pg_roles where rolname = current_user`.execute(app.database.directory)
  const [role] = rows
  const isGood = role !== undefined && !role.isSuper && !role.bypasses && role.open.length === 0
  const says = isGood
    ? `row-level security is forced for the role ${role.name}`
    : `tenants are not walled off (role ${role?.name}, tables ${role?.open.join(', ')}). Run "sightline migrate".`
  return { check: 'tenants', isGood, says }
}

/** A job that has failed this often does not mend itself. */
const STUCK_ATTEMPTS = 10

async function queue({ app }: OpenHouse): Promise<Finding> {
  const { rows } = await sql<{ waiting: number; stuck: number }>`
    select count(*) as waiting, count(*) filter (where attempts >= ${STUCK_ATTEMPTS} and last_error is not null) as stuck
    from graphile_worker._private_jobs`.execute(app.database.directory)
  const { waiting = 0, stuck = 0 } = rows[0] ?? {}
  return {
    check: 'queue',
    isGood: stuck === 0,
    says: stuck === 0 ? `${waiting} jobs wait` : `${stuck} of ${waiting} jobs keep failing: read the log of a worker.`,
  }
}

/** Of a better detector over the past. */
async function extraction({ app, installation }: OpenHouse): Promise<Finding> {
  const organizations = await listOrganizations(installation.ownerUrl)
  const { answers, older } = await app.renewals.progress(organizations.map(({ id }) => id))
  const says =
    older === 0
      ? `all ${answers} answers were looked through by the present detector`
      : `${older} of ${answers} answers wait to be looked through by the present detector: a running worker does it`
  return { check: 'extraction', isGood: true, says }
}

function platforms({ platforms: { platforms: open } }: OpenHouse): Finding {
  const says =
    open.length > 0
      ? open.map(({ slug, provider }) => `${slug} (${provider})`).join(', ')
      : 'none has a key: only imports and the demo work. Set for example OPENAI_API_KEY.'
  return { check: 'platforms', isGood: true, says }
}
