import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { migrate } from '../packages/server/src/base/db/migrate.ts'
import { TEST_SECRET, testCluster } from './support/database.ts'

const MIGRATIONS = fileURLToPath(new URL('../packages/server/src/base/db/migrations', import.meta.url))
const OURS = '0024_verified_people.sql'
const NAME = 'verified_people'

/** Who was there before addresses were verified, and what becomes of them. */
const people = {
  // Made by a link that was shown: nobody can tell by whom.
  linked: { password: true, by: null, lives: true },
  // The first person, by the link of the start.
  first: { password: true, signedInBy: 'set-up link', by: 'operator', lives: true },
  // Of the first person nothing waited, though the provider knows them too.
  both: { password: true, signedInBy: 'set-up link', isBound: true, by: 'operator', lives: true },
  // By "member accept", without a password since.
  accepted: { by: 'operator', lives: true },
  // By the provider alone.
  bound: { isBound: true, by: 'provider', lives: true },
  // By a link, and by the provider later: the password may be a stranger's.
  doubtful: { password: true, isBound: true, signedInBy: 'single sign-on', by: 'provider', lives: false },
} satisfies Record<string, Before>
type Before = {
  password?: boolean
  isBound?: boolean
  signedInBy?: string
  by: 'operator' | 'provider' | null
  lives: boolean
}

for (const isSuperuser of [true, false])
  test(`accounts of before are verified as far as somebody vouched for them; the owner of the tables is ${isSuperuser ? 'a' : 'no'} superuser`, async () => {
    const { adminUrl } = await testCluster()
    const folder = await mkdtemp(join(tmpdir(), 'sightline-verified-'))
    const admin = await connected(adminUrl)
    await admin.query(`drop role if exists ${NAME}`)
    await admin.query(`create role ${NAME} login createrole password '${NAME}' ${isSuperuser ? 'superuser' : ''}`)
    await admin.query(`create database ${NAME} owner ${NAME}`)
    const url = Object.assign(new URL(adminUrl), { pathname: `/${NAME}`, username: NAME, password: NAME }).href
    const asAdmin = await connected(Object.assign(new URL(adminUrl), { pathname: `/${NAME}` }).href)
    try {
      await cp(MIGRATIONS, folder, { recursive: true })
      for (const file of (await readdir(folder)).filter((name) => name >= OURS)) await rm(join(folder, file))
      await migrate(url, TEST_SECRET, folder)
      await asAdmin.query(
        `insert into organization (organization_id, name, plan, anchor_at) values ('org_a', 'A', 'pro', now())`,
      )
      for (const [name, before] of Object.entries<Before>(people)) await basicFixture(asAdmin, name, before)
      await migrate(url, TEST_SECRET)
      for (const [name, { by, lives, password = false }] of Object.entries<Before>(people)) {
        const { rows } = await asAdmin.query<Record<string, unknown>>(
          `select verified_by as by, (verified_at is not null) = (verified_by is not null) as is_dated,
             (select count(*)::int from login where person_id = $1 and password is not null) as passwords,
             (select count(*)::int from web_session where person_id = $1) as sessions,
             (select count(*)::int from recovery_code where person_id = $1) as codes,
             (select count(*)::int from password_reset where person_id = $1) as resets,
             (select count(*)::int from audit_entry where subject = $1 and action = 'person.verify') as told
           from person where id = $1`,
          [name],
        )
        const kept = lives ? 1 : 0
        assert.deepEqual(
          rows,
          [
            {
              by,
              is_dated: true,
              passwords: password ? kept : 0,
              sessions: kept,
              codes: kept,
              resets: kept,
              told: lives ? 0 : 1,
            },
          ],
          name,
        )
      }
      const { rows: open } = await asAdmin.query(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity`,
      )
      assert.deepEqual(open, [], 'every wall stands again')
    } finally {
      await asAdmin.end()
      await admin.query(`drop database ${NAME} with (force)`)
      await admin.query(`drop role ${NAME}_app`)
      await admin.query(`drop role ${NAME}`)
      await admin.end()
      await rm(folder, { recursive: true })
    }
  })

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  return client
}

async function basicFixture(client: Client, name: string, { password, isBound, signedInBy }: Before): Promise<void> {
  const write = (statement: string, ...values: unknown[]) => client.query(statement, [name, ...values])
  await write(`insert into person (id, email, name) values ($1, $1 || '@acme.example', $1)`)
  await write(
    `insert into membership (organization_id, person_id, role, created_at) values ('org_a', $1, 'member', now())`,
  )
  if (password === true) await write(`insert into login (person_id, password) values ($1, 'argon2')`)
  if (isBound === true) await write(`insert into provider_identity (issuer, subject, person_id) values ('x', $1, $1)`)
  if (signedInBy !== undefined)
    await write(
      `insert into audit_entry (organization_id, actor, action, subject, detail)
       values ('org_a', '{"kind": "system"}', 'person.sign_in', $1, jsonb_build_object('by', $2::text))`,
      signedInBy,
    )
  await write(`insert into recovery_code (person_id, hash) values ($1, $2)`, Buffer.from(name))
  await write(
    `insert into password_reset (token_hash, person_id, expires_at) values ($2, $1, now() + interval '1 day')`,
    Buffer.from(name),
  )
  await write(
    `insert into web_session (token_hash, id, person_id, created_at, seen_at, expires_at, user_agent, address)
     values ($2, 'ses_' || $1, $1, now(), now(), now() + interval '1 day', '', '')`,
    Buffer.from(name),
  )
}
