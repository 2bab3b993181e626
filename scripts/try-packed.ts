import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Installs what was packed as a stranger would, in an empty folder, and uses it: the command, the service with its
 * embedded database and web application, the MCP server and the library.
 * @throws when anything of it does not work
 */
export async function tryPacked(folder: string, tarballs: string[]): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  ran('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline', ...tarballs], folder)
  told('version', ran('npx', ['--no-install', 'sightline', '--version'], folder))
  told('mcp', ran('npx', ['--no-install', 'sightline-mcp', '--version'], folder))
  const library = `import { operations } from '@sightline/sdk'; console.log(Object.keys(operations).length)`
  told('operations of the library', ran(process.execPath, ['--input-type=module', '--eval', library], folder))
  // npx itself would end at the signal and leave the service.
  const service = spawn(process.execPath, ['node_modules/.bin/sightline', 'start', '--demo', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], SIGHTLINE_DATA_DIR: join(folder, 'data') },
  })
  try {
    const [, address = ''] = await says(service, /Address\s+(http:\/\/[^/\s]+)/)
    const [, key = ''] = await says(service, /API key\s+(sl_live_\w+)/)
    for (const [path, headers] of [
      ['/healthz', {}],
      ['/', { accept: 'text/html' }],
      ['/api/v1/brands', { authorization: `Bearer ${key}` }],
    ] as const) {
      const { status, headers: answered } = await fetch(`${address}${path}`, { headers })
      told(path, `${status} ${answered.get('content-type')}`)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
  } finally {
    service.kill('SIGTERM')
    const [code] = (await once(service, 'close')) as [number | null]
    told('service ended with', String(code))
  }
}

const told = (what: string, how: string): void => void process.stdout.write(`${what}: ${how.trim()}\n`)

function ran(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

const heard = new WeakMap<ChildProcess, { text: string }>()

function says(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const known = heard.get(child) ?? { text: '' }
  heard.set(child, known)
  return new Promise((resolve, reject) => {
    const look = (part = ''): void => {
      known.text += part
      const match = pattern.exec(known.text)
      if (!match) return
      child.stdout?.off('data', hear)
      resolve(match)
    }
    const hear = (part: Buffer): void => look(part.toString())
    child.stdout?.on('data', hear)
    child.once('close', () => reject(new Error(`It ended before it said ${String(pattern)}:\n${known.text}`)))
    look()
  })
}
