import { withApp, type Shell } from './with-app.ts'

export async function migrateCommand(shell: Shell, options: { json?: boolean }): Promise<void> {
  const applied = await withApp(shell, async ({ installation }) => installation.applied)
  shell.terminal.out(
    options.json
      ? `${JSON.stringify({ applied })}\n`
      : `${applied.length === 0 ? 'Nothing to do: the database has the present schema.' : `Applied ${applied.join(', ')}.`}\n`,
  )
}
