import { runCommand } from './command.ts'
import { environment } from './environment.ts'
import { ownLauncher } from './install/launcher.ts'

/** The program on this process's own pipes and environment. @returns its exit code; null while it serves */
export const runProgram = (args: string[]): Promise<number | null> =>
  runCommand({
    args,
    environment: environment(),
    launcher: ownLauncher(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  })
