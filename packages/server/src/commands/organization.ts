import { planSlugs, scopePresets, scopes, type PlanSlug, type Scope } from '@sightline/sdk'
import { createKey, createOrganization, endKey } from '../operations/organizations.ts'
import { brandById } from '../store/brands.ts'
import { listOrganizations } from '../store/operator.ts'
import { withHouse, type OpenHouse, type Shell } from './house.ts'
import { UsageError } from './terminal.ts'

type Json = { json?: boolean }
const actor = { kind: 'commandLine' } as const

export async function orgCreate(shell: Shell, options: Json & { name: string; plan: string }): Promise<void> {
  const plan = planOf(options.plan)
  if (options.name.trim() === '') throw new UsageError('--name must not be empty.')
  const id = await withHouse(shell, ({ app }) =>
    createOrganization(app.services, { name: options.name.trim(), plan, actor }),
  )
  shell.terminal.out(
    options.json
      ? `${JSON.stringify({ id })}\n`
      : `Created the organization ${options.name.trim()} (${plan}): ${id}\nNext: sightline key create --org ${id}\n`,
  )
}

export async function orgList(shell: Shell, options: Json): Promise<void> {
  const organizations = await withHouse(shell, ({ installation }) => listOrganizations(installation.ownerUrl))
  const lines = organizations.map(({ id, name, plan }) => `${id}  ${plan.padEnd(8)}  ${name}`)
  shell.terminal.out(
    options.json ? `${JSON.stringify({ data: organizations })}\n` : `${lines.join('\n') || 'No organization yet.'}\n`,
  )
}

export type KeyOptions = Json & { org?: string; scopes: string; name: string; brands?: string; expires?: string }

export async function keyCreate(shell: Shell, options: KeyOptions): Promise<void> {
  const wanted = {
    name: options.name,
    scopes: scopesOf(options.scopes),
    brandIds: options.brands ? options.brands.split(',').map((id) => id.trim()) : null,
    expiresAt: expiryOf(options.expires),
    actor,
  }
  const created = await withHouse(shell, async (house) => {
    const organizationId = await chooseOrganization(house, options.org)
    await requireBrands(house, organizationId, wanted.brandIds ?? [])
    return createKey(house.app.services, organizationId, wanted)
  })
  shell.terminal.out(options.json ? `${JSON.stringify(created)}\n` : `${created.key}\n`)
  if (!options.json)
    shell.terminal.err(`Key ${created.id} (${wanted.scopes.join(', ')}). It is shown this once: store it now.\n`)
}

export async function keyRevoke(shell: Shell, keyId: string, options: Json & { org?: string }): Promise<void> {
  const existed = await withHouse(shell, async (house) =>
    endKey(house.app.services, await chooseOrganization(house, options.org), keyId, actor),
  )
  if (!existed) throw new UsageError(`There is no key ${keyId} in this organization.`)
  shell.terminal.out(options.json ? `${JSON.stringify({ id: keyId, revoked: true })}\n` : `Revoked ${keyId}.\n`)
}

/** The organization named, or the only one there is. */
export async function chooseOrganization({ installation }: OpenHouse, named: string | undefined): Promise<string> {
  const organizations = await listOrganizations(installation.ownerUrl)
  if (named !== undefined) {
    const found = organizations.find(({ id, name }) => id === named || name === named)
    if (!found) throw new UsageError(`There is no organization ${named}. "sightline org list" shows those there are.`)
    return found.id
  }
  const [only] = organizations
  if (organizations.length === 1 && only) return only.id
  throw new UsageError(
    organizations.length === 0
      ? 'There is no organization yet. Create one: sightline org create --name "My company" --plan pro'
      : `There are ${organizations.length} organizations; say which with --org. "sightline org list" shows them.`,
  )
}

/** A key for a brand that is not there would see nothing, and nobody would know why. */
async function requireBrands({ app }: OpenHouse, organizationId: string, ids: string[]): Promise<void> {
  for (const id of ids) {
    const brand = await app.database.transaction(organizationId, (db) => brandById(db, organizationId, id))
    if (!brand) throw new UsageError(`There is no brand ${id} in this organization; --brands takes ids of brands.`)
  }
}

function planOf(text: string): PlanSlug {
  const plan = planSlugs.find((slug) => slug === text)
  if (!plan) throw new UsageError(`There is no plan ${text}. Plans: ${planSlugs.join(', ')}.`)
  return plan
}

function scopesOf(text: string): Scope[] {
  if (text === 'full' || text === 'read-only') return [...scopePresets[text]]
  return text.split(',').map((part) => {
    const scope = scopes.find((known) => known === part.trim())
    if (!scope)
      throw new UsageError(
        `There is no scope ${part.trim()}. Say "full", "read-only", or some of: ${scopes.join(', ')}.`,
      )
    return scope
  })
}

function expiryOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`--expires must be a date, for example 2027-01-31; "${text}" is none.`)
  if (at <= new Date()) throw new UsageError(`--expires must lie in the future; ${text} has passed.`)
  return at
}
