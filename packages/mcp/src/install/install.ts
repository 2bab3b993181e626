import { copyFile, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Block } from './formats.ts'
import type { Client } from './clients.ts'
import { PLACEHOLDER } from './block.ts'

export type InstallResult = { refused: boolean; text: string }

/** Settings with a key in them are their owner's alone. */
const PRIVATE = 0o600

/**
 * Adds this server to a client's settings, beside whatever is there. The file as it was is kept under another name, and
 * the new one takes its place in one step.
 */
export async function install(
  client: Client,
  block: Block,
  environment: Record<string, string | undefined>,
  isDryRun: boolean,
): Promise<InstallResult> {
  const file = await realpath(client.file(environment, process.platform)).catch(() =>
    client.file(environment, process.platform),
  )
  const present = await readFile(file, 'utf8').catch(absent)
  const next = present === null ? client.format.whole(block) : client.format.merged(present, block)
  const shown = client.format.whole({
    ...block,
    env: { ...block.env, SERVICE_API_KEY: client.asksForKey ?? PLACEHOLDER },
  })
  if (next === null)
    return refuse(`${file} is not plain JSON (comments?), so it was left as it is. Add this to it:\n\n${shown}`)
  if (next === present) return done(`${client.title} has it already: ${file}\n`)
  if (isDryRun) return done(`Would ${present === null ? 'create' : 'change'} ${file}, with this in it:\n\n${shown}`)
  const backup =
    present === null ? null : `${file}.before-sightline-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  await write(file, next, backup, client.asksForKey === null)
  const kept = backup === null ? '' : `The file as it was: ${backup}\n`
  return done(`Added to ${client.title}: ${file}\n${kept}Restart ${client.title} to see the tools.\n`)
}

async function write(file: string, text: string, backup: string | null, holdsKey: boolean): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  if (backup !== null) await copyFile(file, backup)
  const mode = backup === null ? PRIVATE : (await stat(file)).mode & (holdsKey ? PRIVATE : 0o777)
  const fresh = `${file}.new-${process.pid}`
  await writeFile(fresh, text, { mode })
  await rename(fresh, file)
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

const done = (text: string): InstallResult => ({ refused: false, text })
const refuse = (text: string): InstallResult => ({ refused: true, text })
