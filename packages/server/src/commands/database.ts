import { openInstallation } from '../wiring/installation.ts'
import { interruptible } from '../base/interruption.ts'
import { distribute } from '../base/db/distribution.ts'
import type { Shell } from './with-app.ts'

/** `sightline db distribute`: the tables of this installation's database become distributed ones. */
export async function distributeCommand({ config, terminal }: Shell, options: { json?: boolean }): Promise<void> {
  const installation = await interruptible(() => openInstallation(config))
  const distributed = await distribute(installation.ownerUrl).finally(() => installation.close())
  if (options.json) return terminal.out(`${JSON.stringify({ distributed })}\n`)
  terminal.out(
    distributed.length === 0
      ? 'Nothing to do: every table is distributed.\n'
      : `Distributed ${distributed.length} tables: ${distributed.join(', ')}.\n`,
  )
}
