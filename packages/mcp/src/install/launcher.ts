import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The program and the arguments that start this server. */
export type Launcher = { command: string; args: string[] }

const PACKAGE = '@sightline/mcp'

/** As everybody has it: from the registry. On Windows `npx` is a script that only a shell can start. */
export const publishedLauncher = (platform: NodeJS.Platform): Launcher =>
  platform === 'win32'
    ? { command: 'cmd', args: ['/c', 'npx', '-y', PACKAGE] }
    : { command: 'npx', args: ['-y', PACKAGE] }

/** In a checkout its own executable, by its full path: a host starts it from anywhere. */
export function ownLauncher(): Launcher {
  const bin = fileURLToPath(new URL('../../bin/sightline-mcp.js', import.meta.url))
  const isCheckout = import.meta.url.endsWith('.ts') && existsSync(bin)
  return isCheckout ? { command: process.execPath, args: [bin] } : publishedLauncher(process.platform)
}
