import type { Command } from 'commander'
import type { Shell } from './with-app.ts'
import type { ReleaseOptions } from './jobs.ts'
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

export function addJobCommands(root: Command, shell: (command: Command) => Promise<Shell>): void {
  const jobs = root.command('jobs').description('background jobs')
  sub(jobs, 'poisoned', 'list the jobs that were set aside because every worker that took them died or hung').action(
    async (options: { json?: boolean }, command: Command) => {
      const { jobsPoisoned } = await import('./jobs.ts')
      await jobsPoisoned(await shell(command), options)
    },
  )
  sub(jobs, 'release', 'let poisoned jobs be done again')
    .argument('[id...]', 'of the jobs')
    .option('--all', 'all of them')
    .action(async (ids: string[], options: ReleaseOptions, command: Command) => {
      const { jobsRelease } = await import('./jobs.ts')
      await jobsRelease(await shell(command), ids, options)
    })
}
