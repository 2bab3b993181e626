import { readFileSync } from 'node:fs'
import { runCommandLine } from './commands/command-line.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
const terminal = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
  isInteractive: process.stderr.isTTY,
}
process.exitCode = await runCommandLine(process.argv.slice(2), { terminal, version })
