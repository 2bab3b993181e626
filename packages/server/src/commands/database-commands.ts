import type { Command } from 'commander'
import type { Shell } from './house.ts'
import { sub } from './sub-command.ts'

export function addDatabaseCommands(root: Command, shell: (command: Command) => Promise<Shell>): void {
  const db = root.command('db').description('the database')
  sub(db, 'distribute', 'on a Citus coordinator: spread the tables over its workers by organization').action(
    async (options: { json?: boolean }, command: Command) => {
      const { distributeCommand } = await import('./database.ts')
      await distributeCommand(await shell(command), options)
    },
  )
}
