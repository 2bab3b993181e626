import { distribute } from '../store/distribution.ts'
import { withHouse, type Shell } from './house.ts'

/** `sightline db distribute`: the tables of this installation's database become distributed ones. */
export async function distributeCommand(shell: Shell, options: { json?: boolean }): Promise<void> {
  const distributed = await withHouse(shell, ({ installation }) => distribute(installation.ownerUrl))
  const { terminal } = shell
  if (options.json) return terminal.out(`${JSON.stringify({ distributed })}\n`)
  terminal.out(
    distributed.length === 0
      ? 'Nothing to do: every table is distributed.\n'
      : `Distributed ${distributed.length} tables: ${distributed.join(', ')}.\nRestart every process of Sightline: connections that are open know nothing of it.\n`,
  )
}
