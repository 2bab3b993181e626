import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  createAuthenticator,
  type Authenticator,
  mintKey,
} from '../packages/server/src/operations/accounts/authenticate.ts'
import { median, printHeading, printRatio, shown } from './support/figures.ts'
import { asOwner, inHaste } from './support/opened.ts'
import { freshDatabase } from '../test/support/cluster.ts'
import { openApp } from '../test/support/product.ts'
import { Client } from 'pg'

const KEYS = 100_000
const ORGANIZATIONS = 1_000
const ROUNDS = 7
/** Spread over all of them. */
const ASKED = 5_000
const FEW = 100

/** Keys that a process remembers: what they cost in memory, and how long one takes to be known. */
export async function benchKeys(): Promise<void> {
  const house = await openApp(await freshDatabase())
  const { organizationId } = await house.tenant()
  const { ownerUrl, url } = house.database
  const isAsked = (_: string, index: number): boolean => index % (KEYS / ASKED) === 0
  const { authenticator, asked, bytesPerKey } = await inHaste(ownerUrl, async () => {
    const texts = await insertKeys(ownerUrl, organizationId)
    const opened = createAuthenticator(house.app.services, url)
    // Nothing is remembered before the listener hears.
    await sleep(1_500)
    const before = memoryInUse()
    // A key is believed for a minute: those that are asked for are read last.
    const others = texts.filter((text, index) => !isAsked(text, index))
    await readAll(opened, others)
    await usesNoted(ownerUrl, others.length)
    const last = texts.filter(isAsked)
    await readAll(opened, last)
    await usesNoted(ownerUrl, KEYS)
    return { authenticator: opened, asked: last, bytesPerKey: (memoryInUse() - before) / KEYS }
  })
  const many: number[] = []
  const few: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    many.push(await microsecondsEach((index) => asked[(index * 7_919) % ASKED] ?? ''))
    few.push(await microsecondsEach((index) => asked[index % FEW] ?? ''))
  }
  await authenticator.close()
  await house.close()
  printHeading(
    'keys',
    `${KEYS.toLocaleString('en')} keys of ${ORGANIZATIONS.toLocaleString('en')} organizations remembered by one process`,
  )
  console.log(`  ${shown(bytesPerKey)} bytes a key; ${shown(median(many))} µs to know one`)
  printRatio(`time to know one of ${KEYS.toLocaleString('en')} : one of ${FEW}`, median(many) / median(few))

  async function microsecondsEach(textAt: (index: number) => string): Promise<number> {
    const calls = 20_000
    // A process that hears nothing for a while trusts no memory: let it hear.
    await sleep(1_000)
    const started = performance.now()
    for (let index = 0; index < calls; index += 1) {
      const caller = authenticator.authenticate(textAt(index))
      if (caller instanceof Promise) throw new Error('The key was not remembered.')
    }
    return ((performance.now() - started) / calls) * 1_000
  }
}

async function readAll({ authenticate }: Authenticator, keys: string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += 1_000)
    await Promise.all(keys.slice(at, at + 1_000).map(async (text) => authenticate(text)))
}

/** Each key's first use is written beside the call; what waits to be written is no memory of keys. */
async function usesNoted(ownerUrl: string, count: number): Promise<void> {
  for (;;) {
    const [row] = await asOwner<{ noted: number }>(
      ownerUrl,
      `select count(*)::int as noted from api_key where last_used_at is not null and id like 'key_00%'`,
    )
    if (row?.noted === count) return
    await sleep(500)
  }
}

/** After everything that nobody holds is gone. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  // A new context is the one way to a collector that was not asked for at the start.
  ;(runInNewContext('gc') as () => void)()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Organizations as the first one, with a hundred keys each. */
async function insertKeys(ownerUrl: string, organizationId: string): Promise<string[]> {
  const minted = Array.from({ length: KEYS }, () => mintKey())
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  const like = async (table: string, column: string): Promise<string> => {
    const { rows } = await client.query<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and not column_name = any($2)`,
      [table, column.split(' ')],
    )
    return rows[0]?.names ?? ''
  }
  const organizationColumns = await like('organization', 'organization_id')
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into organization (organization_id, ${organizationColumns})
     select 'org_0' || lpad(number::text, 25, '0'), ${organizationColumns} from organization, generate_series(0, $2::int - 1) as number
     where organization_id = $1`,
    [organizationId, ORGANIZATIONS],
  )
  const keyColumns = await like('api_key', 'organization_id id')
  await client.query(
    `insert into api_key (organization_id, id, ${keyColumns})
     select 'org_0' || lpad((number % $2)::text, 25, '0'), 'key_0' || lpad(number::text, 25, '0'), ${keyColumns}
     from (select * from api_key where organization_id = $1 limit 1) as known, generate_series(0, $3::int - 1) as number`,
    [organizationId, ORGANIZATIONS, KEYS],
  )
  await client.query(
    `insert into credential (hash, organization_id, key_id)
     select hash, 'org_0' || lpad(((place - 1) % $2)::text, 25, '0'), 'key_0' || lpad((place - 1)::text, 25, '0')
     from unnest($1::bytea[]) with ordinality as minted (hash, place)`,
    [minted.map(({ hash }) => hash), ORGANIZATIONS],
  )
  await client.query('analyze')
  await client.end()
  return minted.map(({ text }) => text)
}
