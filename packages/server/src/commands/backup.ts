import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backUp } from '../backup/back-up.ts'
import { restore } from '../backup/restore.ts'
import { openOwnDatabase } from '../wiring/installation.ts'
import { interruptible } from '../base/interruption.ts'
import { createEncryption } from '../base/encryption.ts'
import type { Shell } from './with-app.ts'
import { UsageError } from './terminal.ts'

/** Writes all that the installation keeps into one file. */
export async function backupCommand(shell: Shell, file: string, options: { json?: boolean }): Promise<void> {
  const path = resolve(file)
  if (await exists(path)) throw new UsageError(`${path} is there already. Name a new file.`)
  const database = await interruptible(() => openOwnDatabase(shell.config))
  try {
    const { ownerUrl, secret } = database
    const { manifest, end } = await backUp(path, {
      ownerUrl,
      encryption: createEncryption(secret),
      version: shell.version,
    })
    const rows = rowsOf(end.tables)
    const { createdAt } = manifest
    shell.terminal.out(
      options.json
        ? `${JSON.stringify({ file: path, createdAt, tables: manifest.tables.length, rows })}\n`
        : [
            `Wrote ${path}: ${rows} rows of ${manifest.tables.length} tables, as they stood at ${createdAt}.`,
            `It is worth nothing without the secret: keep ${secretPlace(shell)} elsewhere, as safe as this file.`,
            '',
          ].join('\n'),
    )
  } finally {
    await database.close()
  }
}

/** Fills an empty database with a backup. */
export async function restoreCommand(
  shell: Shell,
  file: string,
  options: { json?: boolean; otherSecret?: boolean },
): Promise<void> {
  const path = resolve(file)
  if (!(await exists(path))) throw new UsageError(`There is no file ${path}.`)
  const database = await interruptible(() => openOwnDatabase(shell.config))
  try {
    const { ownerUrl, secret } = database
    const { manifest, end, applied, isOtherSecret } = await restore(path, {
      ownerUrl,
      secret,
      encryption: createEncryption(secret),
      acceptsOtherSecret: options.otherSecret ?? false,
    })
    const rows = rowsOf(end.tables)
    const { createdAt } = manifest
    shell.terminal.out(
      options.json
        ? `${JSON.stringify({ createdAt, tables: manifest.tables.length, rows, applied, otherSecret: isOtherSecret })}\n`
        : [
            `Restored ${rows} rows of ${manifest.tables.length} tables, as they stood at ${createdAt}.`,
            ...(applied.length > 0 ? [`Brought up to this version: ${applied.join(', ')}.`] : []),
            ...(isOtherSecret
              ? ['ANOTHER SECRET: webhook secrets, second factors and keys of models must be made anew.']
              : []),
            `What happened after ${createdAt} is not there: API keys that were revoked since are valid again (sightline key list),`,
            'calls made since are not counted, and what was sent since is sent once more.',
            '',
            'What comes next:',
            '  1. Start the service: sightline start. It takes up the work that waited when the backup was made.',
            '  2. Wait until that is done.',
            '  3. Compare everything with the raw answers: sightline verify. Exit code 3 means that work still waits: wait, and run it again.',
            '',
          ].join('\n'),
    )
  } finally {
    await database.close()
  }
}

const rowsOf = (tables: Record<string, { rows: number }>): number =>
  Object.values(tables).reduce((total, { rows }) => total + rows, 0)

const secretPlace = ({ config }: Shell): string =>
  config.secret === undefined ? join(config.dataDir, 'secret') : 'SIGHTLINE_SECRET'

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
