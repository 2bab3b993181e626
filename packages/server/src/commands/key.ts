import { scopePresets, scopes, sessionOperations, type Scope } from '@sightline/sdk'
import { operate, type Shell } from './with-app.ts'
import { allPages, inOrganization } from './in-organization.ts'
import { table, UsageError } from './terminal.ts'

type Options = { json?: boolean; org?: string }
const { createKey, listKeys, revokeKey, updateKey } = sessionOperations

export type KeyOptions = Options & { scopes: string; name: string; brands?: string; expires?: string }

export async function keyCreate(shell: Shell, options: KeyOptions): Promise<void> {
  const body = {
    name: options.name,
    scopes: scopesOf(options.scopes),
    brandIds: brandsOf(options.brands) ?? null,
    expiresAt: expiryOf(options.expires) ?? null,
  }
  const { key, secret } = await inOrganization(shell, options.org, ({ app }, id) =>
    operate(app, id, createKey, { body }),
  )
  shell.terminal.out(options.json ? `${JSON.stringify({ id: key.id, key: secret })}\n` : `${secret}\n`)
  if (!options.json)
    shell.terminal.err(`Key ${key.id} (${key.scopes.join(', ')}). It is shown this once: store it now.\n`)
}

export async function keyList(shell: Shell, options: Options): Promise<void> {
  const data = await inOrganization(shell, options.org, ({ app }, id) =>
    allPages((query) => operate(app, id, listKeys, { query })),
  )
  const rows = data.map((key) => [
    key.id,
    `${key.start}…${key.last4}`,
    key.status,
    key.lastUsedAt?.slice(0, 16) ?? 'never used',
    key.scopes.length === scopes.length ? 'full' : String(key.scopes.length),
    key.name,
  ])
  const shown = rows.length > 0 ? table(['id', 'key', 'status', 'last used', 'scopes', 'name'], rows) : 'No key yet.'
  shell.terminal.out(options.json ? `${JSON.stringify({ data })}\n` : `${shown}\n`)
}

export type KeyChangeOptions = Options & { scopes?: string; name?: string; brands?: string; expires?: string }

export async function keyUpdate(shell: Shell, keyId: string, options: KeyChangeOptions): Promise<void> {
  const brandIds = brandsOf(options.brands)
  const expiresAt = expiryOf(options.expires)
  const body = {
    ...(options.name !== undefined && { name: options.name }),
    ...(options.scopes !== undefined && { scopes: scopesOf(options.scopes) }),
    ...(brandIds !== undefined && { brandIds }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
  if (Object.keys(body).length === 0)
    throw new UsageError('Say what to change: --name, --scopes, --brands or --expires.')
  const key = await inOrganization(shell, options.org, ({ app }, id) =>
    operate(app, id, updateKey, { params: { id: keyId }, body }).catch(explainUnknown(keyId)),
  )
  shell.terminal.out(options.json ? `${JSON.stringify(key)}\n` : `Changed ${key.id} (${key.scopes.join(', ')}).\n`)
}

export async function keyRevoke(shell: Shell, keyId: string, options: Options): Promise<void> {
  await inOrganization(shell, options.org, ({ app }, id) =>
    operate(app, id, revokeKey, { params: { id: keyId } }).catch(explainUnknown(keyId)),
  )
  shell.terminal.out(options.json ? `${JSON.stringify({ id: keyId, revoked: true })}\n` : `Revoked ${keyId}.\n`)
}

const explainUnknown =
  (keyId: string) =>
  (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === 'resource_not_found')
      throw new UsageError(`There is no key ${keyId} in this organization.`)
    throw error
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

/** "all" takes a limit away. */
function brandsOf(text: string | undefined): string[] | null | undefined {
  if (text === undefined) return undefined
  return text === 'all' ? null : text.split(',').map((id) => id.trim())
}

/** "never" takes an end away. */
function expiryOf(text: string | undefined): string | null | undefined {
  if (text === undefined || text === 'never') return text && null
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`--expires must be a date, for example 2027-01-31; "${text}" is none.`)
  if (at <= new Date()) throw new UsageError(`--expires must lie in the future; ${text} has passed.`)
  return at.toISOString()
}
